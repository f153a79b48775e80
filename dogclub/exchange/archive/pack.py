"""Writes an archive to a file; the same rows give the same bytes on any machine and database."""

import tomllib
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import BinaryIO
from uuid import UUID

from django.utils import timezone
from django.utils.text import slugify

from clubs.branding import logo_of
from clubs.models import Club, Season
from dogclub.configuration.environment import FILES
from dogclub.exchange.archive import collect, fingerprint
from dogclub.exchange.archive.collect import ENCODER
from dogclub.exchange.archive.fingerprint import Parts
from dogclub.exchange.archive.lines import FORMAT, ClubFacts, Cover, Line
from dogclub.exchange.archive.refs import Refs
from dogclub.exchange.archive.scope import COVER, MEMBERS, Scope
from games.base.house_rules import without_people
from games.models import Entry
from scoring import engine

CONTENT_TYPE = "application/zip"
LEVEL = 6
UNIX, READABLE = 3, 0o644 << 16
Progress = Callable[[int, int], None]


def ignore_progress(done: int, of: int) -> None:
    """Ignore the progress; the default."""


@dataclass(frozen=True)
class Steps:
    """Callbacks for progress: `begun`; `added_up` (matches done, of how many) until `through`; then `written`
    likewise.
    """

    begun: Callable[[], None] = lambda: None
    added_up: Progress = ignore_progress
    through: Callable[[int], None] = lambda _: None
    written: Progress = ignore_progress


SILENT = Steps()


def pack(club: Club, season: Season | None, file: BinaryIO, at: datetime | None = None, steps: Steps = SILENT) -> Cover:
    """Write the archive and return its cover. Call it within `snapshot` for a consistent state."""
    scope = Scope(club, season)
    steps.begun()
    added_up = fingerprint.of_matches(scope, steps.added_up)
    parts = fingerprint.parts_of(scope, added_up)
    steps.through(len(added_up))
    cover = _cover(scope, at or timezone.now(), parts)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as out:
        _write(out, COVER, [cover])
        for name, lines in _members(Refs(scope), added_up).items():
            _write(out, name, _counted(lines, len(scope.matches), steps.written) if name == MATCHES else lines)
    return cover


def _cover(scope: Scope, at: datetime, parts: Parts) -> Cover:
    return Cover(
        format=FORMAT,
        program=program(),
        made_at=at,
        club=_club(scope),
        season=scope.season.name if scope.season else None,
        counts=_counts(scope),
        digest=fingerprint.whole(parts),
        parts=dict(parts),
        rules={game: engine(game).version for game in sorted({match.game for match in scope.matches})},
    )


MATCHES = next(member.name for member in MEMBERS if member.key == "matches")


def file_name(cover: Cover) -> str:
    """Return a name such as "thursday-kennel-2026-11-22.zip"."""
    season = f"-{slugify(cover.season)}" if cover.season else ""
    return f"{cover.club.slug}{season}-{timezone.localtime(cover.made_at):%Y-%m-%d}.zip"


@cache
def program() -> str:
    """Return the name and version of this program."""
    with (FILES / "pyproject.toml").open("rb") as file:
        return f"Dog Club {tomllib.load(file)['project']['version']}"


def _club(scope: Scope) -> ClubFacts:
    club = scope.club
    names = {field for field in ClubFacts.__struct_fields__ if field not in ("confirm", "house_rules", "logo_png")}
    confirm = int(club.confirm)  # a new club has the enum member, which would not count as the default
    kept = {name: getattr(club, name) for name in names}
    rules = without_people(club.house_rules)
    return ClubFacts(confirm=confirm, house_rules=rules, logo_png=logo_of(club) or b"", **kept)


def _counts(scope: Scope) -> dict[str, int]:
    """Return the number of lines of each member, and of entries."""
    found = {member.key: len(getattr(scope, member.key)) for member in MEMBERS}
    lines = {member.key: found[member.key] for member in MEMBERS if found[member.key] or not member.may_be_missing}
    whose = Entry.objects.filter(match__club=scope.club)
    return lines | {"entries": sum(1 for key in whose.values_list("match", flat=True) if key in scope.match_keys)}


def _members(refs: Refs, added_up: Mapping[UUID, str]) -> dict[str, Iterable[Line]]:
    return {
        "players.jsonl": collect.players(refs),
        "seasons.jsonl": collect.seasons(refs),
        "nights.jsonl": collect.nights(refs),
        MATCHES: collect.matches(refs, added_up),
        "playoffs.jsonl": collect.playoffs(refs),
        "trophies.jsonl": collect.trophies(refs),
        "tags.jsonl": collect.tags(refs),
        **({"photos.jsonl": collect.photos(refs)} if refs.scope.photos else {}),
    }


def _counted(lines: Iterable[Line], count: int, progress: Progress) -> Iterable[Line]:
    for done, line in enumerate(lines, 1):
        yield line
        progress(done, count)


def _write(out: zipfile.ZipFile, name: str, lines: Iterable[Line]) -> None:
    """Write a member, one line of JSON for each line; its ZIP header has no data of the machine or the time."""
    about = zipfile.ZipInfo(name)
    about.compress_type, about.create_system, about.external_attr = zipfile.ZIP_DEFLATED, UNIX, READABLE
    with out.open(about, "w") as member:
        for line in lines:
            member.write(ENCODER.encode(line) + b"\n")
