"""Writes an archive to a file, with a digest of everything derived from the entries.

The same rows give the same bytes on any machine and database; equal digests mean equal figures.
"""

import hashlib
import tomllib
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from typing import Any, BinaryIO, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify

from clubs.branding import logo_of
from clubs.models import Club, Player, Season
from dogclub.configuration.environment import FILES
from dogclub.exchange.archive import collect
from dogclub.exchange.archive.collect import ENCODER
from dogclub.exchange.archive.lines import FORMAT, ClubFacts, Cover, Line
from dogclub.exchange.archive.refs import Refs
from dogclub.exchange.archive.scope import COVER, MEMBERS, Scope
from games.base.house_rules import without_people
from games.models import CallOut, Entry, Match, Seat, Tally
from leagues.models import Award, Rating, Standing
from scoring import engine

MATCHES_AT_ONCE = 200
PLAYED = "matches"
METRICS = ("peak", "places")  # never more: else no archive of an earlier version could be restored
SORTED = msgspec.json.Encoder(order="sorted")
Parts = Mapping[str, str]
Progress = Callable[[int, int], None]


class MatchFigures(NamedTuple):
    """The figures of one match.

    Seats in order: name, total, place, is winner, is loser, feats. Tallies: round, seat, points, total, place, facts.
    Call-outs: name or None, term, times, last round.
    """

    match: Match
    seats: Sequence[Sequence[Any]]
    tallies: Sequence[Sequence[Any]]
    callouts: Sequence[Sequence[Any]]


def fingerprint(lines: Iterable[Any]) -> str:
    """Return the SHA-256 of the sorted canonical lines, each ended by a newline."""
    digest = hashlib.sha256()
    for line in sorted(SORTED.encode(line) for line in lines):
        digest.update(line + b"\n")
    return digest.hexdigest()


def of_match(figures: MatchFigures) -> str:
    """Return the digest of one match."""
    match = figures.match
    head = [moment(match.started_at), match.game, match.table, moment(match.finished_at), match.rounds]
    rows = [["seat", place, *seat] for place, seat in enumerate(figures.seats)]
    return fingerprint(
        [head, *rows, *(["round", *row] for row in figures.tallies), *(["shout", *row] for row in figures.callouts)]
    )


def whole(parts: Parts) -> str:
    """Return the digest of an archive from those of its parts."""
    return fingerprint([name, digest] for name, digest in parts.items())


def moment(when: datetime | None) -> str | None:
    """Return the time in UTC, to the microsecond, as text."""
    return when.astimezone(UTC).isoformat(timespec="microseconds") if when else None


def of_matches(scope: Scope, progress: Progress) -> dict[UUID, str]:
    """Return the digest of each match from its stored figures."""
    names = names_of(scope)
    fingerprints: dict[UUID, str] = {}
    for start in range(0, len(scope.matches), MATCHES_AT_ONCE):
        some = scope.matches[start : start + MATCHES_AT_ONCE]
        for figures in _stored(some, names):
            fingerprints[figures.match.pk] = of_match(figures)
        progress(len(fingerprints), len(scope.matches))
    return fingerprints


def names_of(scope: Scope) -> dict[int | None, str | None]:
    """Return the name of every player of the club as it stands on sheets, by key; None for None."""
    names: dict[int | None, str | None] = {None: None}
    return names | {player.pk: player.label for player in Player.everybody.filter(club=scope.club)}


def _stored(matches: Sequence[Match], names: Mapping[int | None, str | None]) -> Iterator[MatchFigures]:
    seats = _by_match(
        Seat.objects.order_by("match", "position"),
        matches,
        ("player", "total", "place", "is_winner", "is_loser", "feats"),
    )
    tallies = _by_match(
        Tally.objects.order_by("match"), matches, ("number", "seat__position", "points", "total", "place", "facts")
    )
    callouts = _by_match(CallOut.objects.order_by("match"), matches, ("player", "term", "times", "round"))
    for match in matches:
        yield MatchFigures(
            match,
            [(names[player], *row) for player, *row in seats.get(match.pk, ())],
            tallies.get(match.pk, ()),
            [(names[player], *row) for player, *row in callouts.get(match.pk, ())],
        )


def _by_match(rows: QuerySet[Any], matches: Sequence[Match], fields: Sequence[str]) -> dict[UUID, list[Any]]:
    rowed: Iterable[tuple[Any, ...]] = rows.filter(match__in=matches).values_list("match", *fields)
    by_match: dict[UUID, list[Any]] = {}
    for key, group in groupby(rowed, key=lambda row: row[0]):
        by_match[key] = [row[1:] for row in group]
    return by_match


def parts_of(scope: Scope, matches: Mapping[UUID, str], renamed: Mapping[int, str] | None = None) -> dict[str, str]:
    """Return the digest of every part by name. `matches` are the digests of the matches, `renamed` the names of players
    that have another name in the archive.
    """
    lines: dict[str, list[Any]] = defaultdict(list)
    lines[PLAYED] = list(matches.values())
    names: dict[Any, Any] = {**names_of(scope), **(renamed or {})}
    for name, line in _following(scope, names, matches):
        lines[name].append(line)
    return {name: fingerprint(part_lines) for name, part_lines in sorted(lines.items())}


def _following(scope: Scope, names: Mapping[Any, Any], matches: Mapping[UUID, str]) -> Iterator[tuple[str, Any]]:
    """Yield (part, line) for everything derived from matches. A season has only what follows from that season: ratings
    and all-time standings need the rest of the club.
    """
    contests: dict[Any, Any] = {row.pk: [row.kind, row.game, moment(row.started_at)] for row in scope.playoffs}
    for row in scope.playoffs:
        yield "play-offs", [*contests[row.pk], moment(row.finished_at), names[row.winner_id], names[row.loser_id]]
    trophies = {trophy.pk: trophy for trophy in scope.trophies}
    for award in scope.awards:
        contest = matches.get(award.match_id) if award.match_id else contests.get(award.playoff_id)
        yield f"trophy: {trophies[award.trophy_id].name}", _award(award, names, contest)
    yield from _standings(scope, names)
    if scope.season is None:
        yield from _ratings(scope, names)


def _award(award: Award, names: Mapping[Any, Any], contest: Any) -> list[Any]:
    withdrawn = [moment(award.withdrawn_at), award.withdrawn_because]
    return [names[award.player_id], contest, moment(award.awarded_at), award.reason, *withdrawn]


def _ratings(scope: Scope, names: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    rows = Rating.objects.filter(club=scope.club).order_by()
    for game, player, number, at, mu, sigma in rows.values_list("game", "player", "number", "at", "mu", "sigma"):
        yield f"ratings: {game}", [names[player], number, moment(at), repr(mu), repr(sigma)]


def _standings(scope: Scope, names: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    rows = Standing.objects.filter(club=scope.club).select_related("season").order_by()
    for row in rows.filter(season=scope.season) if scope.season else rows:
        table = f"standings: {row.season.name if row.season else 'of all time'}, {row.game or 'all games'}"
        values = [row.place, row.points, row.played, row.nights, row.wins, row.losses, row.total, row.best]
        metrics = {name: value for name, value in row.metrics.items() if name in METRICS}
        form = [[when, *figures] for when, _, *figures in row.form]  # without the key of the night
        yield table, [names[row.player_id], *values, metrics, form]
        yield table, ["decided", row.place, row.decided]  # players who share a place may be in any order


# The file.


CONTENT_TYPE = "application/zip"
LEVEL = 6
UNIX, READABLE = 3, 0o644 << 16


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
    added_up = of_matches(scope, steps.added_up)
    parts = parts_of(scope, added_up)
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
        digest=whole(parts),
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
