"""The building blocks of a section, as `layouts/section.typ` draws them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from itertools import groupby
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from clubs.branding import letterhead
from clubs.language.locales import date_format, locale
from clubs.models import Club, Night
from clubs.models.calendar import club_day, evening
from dogclub.exchange.books.order_form import Volume
from dogclub.exchange.books.pdf_writer import LAYOUTS
from dogclub.exchange.books.typst_workers import PageDocument
from games.base.wording import table_order
from games.charts.line_chart import Chart
from games.charts.on_paper import drawn
from games.entries.match_state import MatchState, load_many, seats_of
from games.match.printing import document_of, usual, written
from games.models import Match
from games.registry import table_game
from games.sheets.document import mark
from games.sheets.typst import Fill, Paper
from leagues.models import Fixture, Trophy
from leagues.night_report.collect import STAGES
from leagues.trophies import contests

Block = dict[str, Any]
Column = dict[str, Any]
SECTION = LAYOUTS / "section.typ"


def column(label: str | Promise, width: str | int = "auto", face: str = "words", *, end: bool = False) -> Column:
    """A column of a table; `width` is in millimetres, "auto" or "rest"; `face` is a style of the layout; `end` aligns
    it at the end.
    """
    return {"label": label, "width": width, "face": face, "end": end}


def table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Block:
    """A table with a title; rows have a text for every column."""
    heads = [{**each, "label": str(each["label"])} for each in columns]
    return {"kind": "table", "title": title, "columns": heads, "rows": rows}


def words(*texts: str, title: str = "", quiet: bool = False) -> Block:
    """Paragraphs of text; `quiet` is in a lighter colour."""
    return {"kind": "words", "title": title, "words": [each for each in texts if each], "quiet": quiet}


def listed(title: str, rows: Sequence[tuple[str, str]]) -> Block:
    """A list of (words, page number)."""
    return {"kind": "list", "title": title, "rows": rows}


def columns(*parts: Sequence[Block]) -> Block:
    """Blocks side by side."""
    return {"kind": "beside", "parts": parts}


def chart(title: str, lines: Chart, alt: str, share: float = 0.36) -> Block:
    """A line chart; `alt` says what is drawn and where its numbers are, `share` is its height as a share of
    its width.
    """
    return {"kind": "chart", "title": title, "chart": {**drawn(lines), "alt": alt}, "share": share}


def section(
    volume: Volume, heading: str, blocks: Sequence[Block], facts: Mapping[str, str] | None = None, note: str = ""
) -> PageDocument:
    """The document of a section; `facts` stand in its head, beside the season."""
    page = {
        "paper": volume.sheet_paper,
        "language": locale().language,
        "title": f"{heading}, {volume.name}",
        "summary": f"{volume.club.name}, {volume.name}",
        "club": volume.club.name,
        **mark(letterhead(volume.club)),
        "heading": heading,
        "facts": [
            {"label": label, "text": said} for label, said in {_("Season"): volume.name, **(facts or {})}.items()
        ],
        "note": note,
        "imprint": volume.name,
        "folio": True,
        "blocks": list(blocks),
    }
    return PageDocument(SECTION, page, volume.timestamp)


# The nights of a book in order, each with its matches; matches without a night are grouped by day.


_READ = 16  # matches read at once


@dataclass(frozen=True)
class Evening:
    """The matches of a night or, where `night` is None, of a day."""

    day: date
    night: Night | None
    started_at: datetime
    matches: Sequence[UUID]

    @property
    def title(self) -> str:
        return self.night.title if self.night else evening(self.started_at)

    @property
    def date(self) -> str:
        return date_format(self.day, "j F Y")

    def states(self) -> Iterator[MatchState]:
        """Yield the matches by stage (groups before finals) and table, with public entries only."""
        for at in range(0, len(self.order), _READ):
            rows = Match.objects.select_related("club").in_bulk(self.order[at : at + _READ])
            some = [rows[pk] for pk in self.order[at : at + _READ]]
            yield from (state.public for state in load_many(some, seats_of(some)))

    @cached_property
    def order(self) -> list[UUID]:
        """The keys of the matches: groups before finals, then by table and time."""
        rows = list(Match.objects.filter(pk__in=self.matches))
        stages = dict(Fixture.objects.filter(match__in=rows).values_list("match", "stage"))
        rows.sort(key=lambda row: (-STAGES.index(stages.get(row.pk, "")), table_order(row), row.started_at, row.pk))
        return [row.pk for row in rows]


def evenings(volume: Volume) -> list[Evening]:
    """Return the evenings, oldest first, with the keys of their matches; two queries."""
    rows = list(volume.matches.order_by("started_at", "pk").values_list("pk", "night", "started_at"))
    nights = Night.objects.filter(matches__in=volume.matches).select_related("club", "season").distinct()
    known = {night.pk: night for night in nights}
    ordered = []
    for (night, _began), group in groupby(
        sorted(rows, key=_place), key=lambda row: (row[1], row[1] or club_day(row[2]))
    ):
        played = list(group)
        start = known[night].starts_at if night else played[0][2]
        ordered.append(Evening(club_day(start), known.get(night), start, [pk for pk, _, _ in played]))
    return sorted(ordered, key=lambda each: (each.started_at, each.night.pk if each.night else 0))


def _place(row: tuple[UUID, int | None, datetime]) -> tuple[int, str, datetime, UUID]:
    """The sort key that puts the matches of an evening together."""
    pk, night, started_at = row
    return night or 0, "" if night else club_day(started_at).isoformat(), started_at, pk


def to_come(volume: Volume) -> list[Night]:
    """Return the nights of the season after its last match that are not called off; none for a book of all seasons."""
    if volume.season is None:
        return []
    open_nights = volume.season.nights.filter(called_off_at=None).exclude(matches__in=volume.matches)
    last = volume.matches.order_by("-started_at").values_list("started_at", flat=True).first()
    return list(open_nights.filter(starts_at__gt=last).order_by("starts_at")) if last else []


# The sheet of a match as a page of a book.


@dataclass
class PrizeNames:
    """The trophies of a club by game, read once for a whole book."""

    club: Club
    _known: dict[str, list[Trophy]] = field(default_factory=dict)

    def prizes(self, state: MatchState) -> dict[str, str]:
        """Return the name of the trophy by rule (winner, loser) that the match was for; empty if for none."""
        match = state.match
        if not match.for_trophy:
            return {}
        if match.game not in self._known:
            had = contests.trophies_of_game(self.club.pk, match.game)
            self._known[match.game] = [*had, *contests.missing(self.club.pk, match.game, had)]
        over = match.finished_at or match.started_at
        return {trophy.rule: trophy.name for trophy in self._known[match.game] if trophy.counts(over)}


def match_page(state: MatchState, prizes: PrizeNames, paper: Paper, fill: Fill = "filled") -> PageDocument | None:
    """Return the sheet of a match, with space for the page number; None where its game has no printed sheet.

    Its link is built without `reverse`, which would import all pages into a process that only makes PDFs.
    """
    chosen = usual(table_game(state.match.game), state.options)
    if chosen is None:
        return None
    document = document_of(state, f"{settings.BASE_URL}/m/{state.match.pk}/", prizes.prizes(state))
    page = chosen.page(document, fill=fill, paper=paper)
    return PageDocument(chosen.template, {**page, "folio": True}, written(state))
