"""Helpers that make books and read their PDFs."""

import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.files.storage import default_storage
from pypdf import PdfReader

from clubs.models import Club, Night, Player, Season
from dogclub.jobs.run import run_here
from dogclub.models import Job
from games.base.table_game import TableGame
from games.models import Entry, Match
from tests.evenings import an_evening
from tests.factory import a_match

FIRST = datetime(2026, 9, 17, 18, 30, tzinfo=UTC)


class Nobody:
    """A queue that drops every task."""

    def send_task(self, *_: Any) -> None:
        return


NOBODY = Nobody()


def a_night(season: Season, week: int) -> Night:
    return Night.objects.create(club=season.club, season=season, starts_at=FIRST + timedelta(weeks=week))


def on(night: Night, match: Match) -> Match:
    """Move the match to this night: its season, start, end and awards get the night's dates."""
    over = night.starts_at + timedelta(hours=3)
    Match.objects.filter(pk=match.pk, finished_at__isnull=False).update(finished_at=over)
    Match.objects.filter(pk=match.pk).update(season=night.season, night=night, started_at=night.starts_at)
    match.awards.update(awarded_at=over)
    match.refresh_from_db()
    return match


def dirty_dogs(season: Season, players: Sequence[Player], weeks: int, *, hands: int | None = None) -> list[Night]:
    """Create a night a week, each with one match of Dirty Dog, and return the nights."""
    nights = [a_night(season, week) for week in range(weeks)]
    for week, night in enumerate(nights):
        on(night, a_match(season.club, players, hands=hands, seed=week + 1, season=season, night=night, table="1"))
    return nights


def of_every_game(season: Season, rooms: Sequence[TableGame], players: Sequence[Player]) -> list[Match]:
    """Create a night for each game after the existing nights, and return their matches."""
    first = season.nights.count()
    return [
        on(a_night(season, first + at), an_evening(season.club, game, players, at)) for at, game in enumerate(rooms)
    ]


def ordered(club: Club, kind: str = "season-book", **asked: Any) -> Job:
    """Create a job, run it once and return it; `asked` are its parameters."""
    job = Job.objects.create(club=club, kind=kind, asked=asked)
    run_here(job.pk)
    job.refresh_from_db()
    return job


def content(job: Job) -> bytes:
    assert job.state == Job.State.DONE, job.problem
    with default_storage.open(job.file) as file:
        return bytes(file.read())


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf), strict=True)


def squeezed(text: str) -> str:
    """Return the text without white space, soft hyphens and invisible marks, which depend on line breaks."""
    return re.sub(r"[\s\u00ad\u200b\u200e\u2068\u2069]", "", text)


def pages(reader: PdfReader, *, has_cover: bool = True) -> dict[str, str]:
    """The text of each page, by the number printed at its foot; a cover has the key "Cover"."""
    found: dict[str, str] = {}
    for page in reader.pages:
        text = page.extract_text()
        number = re.search(r"(?<!\S)(\d+)$", text.strip()) if found or not has_cover else None
        found[number[1] if number else "Cover"] = below_club(text)
    return found


def below_club(text: str) -> str:
    """Return the text of a page, squeezed, without the club's name at its head."""
    return squeezed(text).removeprefix("TheThursdayKennel")


def bookmarks(items: Any, reader: PdfReader, depth: int = 0) -> list[tuple[int, str, int]]:
    """Depth, title and page (from 0) of every bookmark, in order."""
    found: list[tuple[int, str, int]] = []
    for item in items:
        if isinstance(item, list):
            found += bookmarks(item, reader, depth + 1)
        else:
            page = reader.get_destination_page_number(item)
            assert page is not None
            found.append((depth, str(item.title), page))
    return found


def entries(club: Club) -> int:
    """The number of entries in the club."""
    return Entry.objects.filter(match__club=club).count()
