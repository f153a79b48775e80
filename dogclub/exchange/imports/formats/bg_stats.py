"""Reader for BG Stats: its whole export, or the file of one play. Both hold the players and totals, never the rounds.

The file is one JSON document: `players`, `games` and `locations` with ids, and `plays` that refer to them (`gameRefId`,
`locationRefId`, `playerScores` with `playerRefId`, `score`, `winner`, `seatOrder`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct, field

from clubs.language.locales import grouped
from clubs.language.terms import name_of
from clubs.models import Club
from clubs.names import is_printable
from dogclub.exchange.imports.formats.csv_file import as_utf8
from dogclub.exchange.imports.moments import NoDay, moment
from dogclub.exchange.imports.parsed_file import (
    LONGEST_NAME,
    SKIP,
    ParsedFile,
    ParsedMatch,
    Problem,
    Reader,
    Unreadable,
    engine_key_of,
    letters,
    not_a_number,
    place,
)
from games.base.table_game import NotByTotals
from games.registry import table_game
from scoring import engine
from scoring.record_format.strict import resolved

MARKS = (b'"playerScores"', b'"gameRefId"', b'"playerRefId"', b'"deletedObjects"', b'"bggUsername"')
BROKEN = gettext_lazy("This is not a complete BG Stats export: {}. Export it again and choose that file.")
NOT_TEXT = gettext_lazy("This file holds a character that no text has. Export it again and choose that file.")
NUL = rb"\u0000"  # PostgreSQL cannot store it
SUM = re.compile(r"[+-]?\d{1,6}(?: ?[+-] ?\d{1,6}){0,30}", re.ASCII)  # BG Stats keeps 72+75 as it was typed
TERM = re.compile(r"[+-]?\d+", re.ASCII)
TIME_AT = slice(11, None)  # of "2024-09-12 10:00:00"
PASSED_OVER = 5  # names of other games listed in a note
MOST_GAMES = 500


class Named(Struct):
    """A game or a location with its id."""

    id: int
    name: str = ""


class Person(Named, rename="camel"):
    is_anonymous: bool = False


class Score(Struct, rename="camel"):
    player_ref_id: int
    score: str | int | None = ""
    winner: bool = False
    seat_order: int = 0


class Play(Struct, rename="camel"):
    game_ref_id: int
    play_date: str = ""
    location_ref_id: int = 0
    player_scores: list[Score] = field(default_factory=list)
    comments: str | None = ""
    ignored: bool = False


class Export(Struct):
    plays: list[Play]
    players: list[Person]
    games: list[Named]
    locations: list[Named] = field(default_factory=list)


def recognises(head: bytes, name: str) -> bool:
    """Whether this is JSON and the file name ends in .bgsplay, or it has a key that only BG Stats writes."""
    is_json = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    return is_json and (name.lower().endswith(".bgsplay") or any(mark in head for mark in MARKS))


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    content = as_utf8(file, notes)
    if NUL in content:
        raise Unreadable(NOT_TEXT)
    try:
        export = msgspec.json.decode(content, type=resolved(Export))
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(BROKEN.format(str(error)[:100])) from error
    plays = [play for play in export.plays if not play.ignored]
    names = {game.id: " ".join(game.name.split())[:LONGEST_NAME] for game in export.games}
    games = {number: engine_key_of(name, corrections) for number, name in names.items()}
    wanted = [play for play in plays if games.get(play.game_ref_id)]
    found = _games(plays, names, games)
    _note_games(found, len(plays) - len(wanted), notes)
    if {*games.values()} & {*club.house_rules}:
        notes.append(_("BG Stats keeps totals, not rules: these matches stand as played by the game as written."))
    if shared := _shared_time(export.plays):
        words = _("Most plays are at {time}, as BG Stats fills it in: of those only the day was read.")
        notes.append(words.format(time=shared[:5]))
    return ParsedFile(_matches(export, wanted, games, corrections), notes, games=found)


def _games(plays: Sequence[Play], names: Mapping[int, str], games: Mapping[int, str]) -> list[Mapping[str, Any]]:
    """Return each played game once as {"name", "key", "plays", "means"}: Dog Club's games first, then by number of
    plays.
    """
    counts: dict[str, int] = {}
    first: dict[str, int] = {}
    for play in plays:
        if name := names.get(play.game_ref_id):
            counts[letters(name)] = counts.get(letters(name), 0) + 1
            first.setdefault(letters(name), play.game_ref_id)
    found: list[Mapping[str, Any]] = [
        {"name": names[first[key]], "key": key, "plays": count, "means": games[first[key]] or SKIP}
        for key, count in counts.items()
    ]
    return sorted(found, key=lambda game: (game["means"] == SKIP, -int(game["plays"])))[:MOST_GAMES]


def _shared_time(plays: Sequence[Play]) -> str:
    """Return the time of day that more than half of several days share to the second, which the program fills in;
    else "".
    """
    moments = {play.play_date for play in plays}
    [(time, count)] = Counter(each[TIME_AT] for each in moments).most_common(1) or [("", 0)]
    return time if count > 1 and count > len(moments) / 2 else ""


def _note_games(found: Sequence[Mapping[str, Any]], others: int, notes: list[str]) -> None:
    """Append notes on games that were read under another name, and on `others`, the number of plays not read."""
    known = {game["key"]: name_of(engine(game["means"])) for game in found if game["means"] != SKIP}
    called = {game["key"]: game["name"] for game in found}
    words = _("{called} was read as {name}.")
    notes.extend(words.format(called=called[key], name=name) for key, name in known.items() if letters(name) != key)
    if others:
        skipped = [game["name"] for game in found if game["means"] == SKIP]
        some = ", ".join(skipped[:PASSED_OVER])
        words = ngettext(
            "{count} play of another game was not read: {games}.",
            "{count} plays of other games were not read: {games}.",
            others,
        )
        if len(skipped) > PASSED_OVER:
            some = _("{games} and more").format(games=some)
        notes.append(words.format(count=grouped(others), games=some))


def _matches(
    export: Export, wanted: Sequence[Play], games: Mapping[int, str], corrections: Mapping[str, str]
) -> Iterator[ParsedMatch]:
    """Yield a match for each play; its `line` is the position of the play in the file, from 1."""
    names = _names(export.players)
    shared = _shared_time(export.plays)
    places = {location.id: "".join(filter(is_printable, location.name)) for location in export.locations}
    for line, play in enumerate(wanted, start=1):
        yield _match(
            line, play, games[play.game_ref_id], names, places.get(play.location_ref_id, ""), shared, corrections
        )


def _names(players: Sequence[Person]) -> dict[int, str]:
    """Return the name of each player by its id; anonymous ones, who may share a name, are numbered."""
    named = {player.id: " ".join(player.name.split()) for player in players}
    guests = [player for player in players if player.is_anonymous]
    if len(guests) > 1:
        named |= {player.id: f"{named[player.id]} {at}".strip() for at, player in enumerate(guests, start=1)}
    return named


def _match(
    line: int,
    play: Play,
    game: str,
    names: Mapping[int, str],
    where: str,
    shared: str,
    corrections: Mapping[str, str],
) -> ParsedMatch:
    problems: list[Problem] = []
    played_at = _played(line, play, shared, corrections, problems)
    sat = sorted(play.player_scores, key=lambda score: score.seat_order)
    players = [names.get(score.player_ref_id, f"Player {score.player_ref_id}") for score in sat]
    totals = [_total(line, name, score, corrections, problems) for name, score in zip(players, sat, strict=True)]
    record: dict[str, Any] = {"record": 1, "game": game, "players": players, "rounds": []}
    if not problems:
        try:
            winners = [name for name, score in zip(players, sat, strict=True) if score.winner]
            record |= table_game(game).from_totals(dict(zip(players, totals, strict=True)), winners)
        except NotByTotals as reason:
            problems.append(Problem(line, str(reason)))
    note = " ".join((play.comments or "").split())[:300]
    return ParsedMatch(line, played_at, game, players, record, night=where[:60], note=note, problems=problems)


def _played(
    line: int, play: Play, shared: str, corrections: Mapping[str, str], problems: list[Problem]
) -> datetime | None:
    """Return when a play began, or None and append a problem. BG Stats writes UTC without an offset; of a play at the
    `shared` time the day alone counts.
    """
    corrected = corrections.get(place(line, "played_at"))
    try:
        if corrected:
            return moment(corrected)
        if shared and play.play_date[TIME_AT] == shared:
            return moment(play.play_date[:10])
        played_at = datetime.fromisoformat(play.play_date).replace(tzinfo=UTC)
        return moment(timezone.localtime(played_at).isoformat(" ", "minutes"))
    except (NoDay, ValueError, OverflowError) as error:
        message = str(error) if isinstance(error, NoDay) else _("This play does not say when it was.")
        problems.append(Problem(line, message, "played_at", corrected or play.play_date))
        return None


def _total(line: int, name: str, score: Score, corrections: Mapping[str, str], problems: list[Problem]) -> int:
    column = f"score of {name}"
    text = str(corrections.get(place(line, column), score.score if score.score is not None else "")).strip()
    figures = text.replace("−", "-")
    if not SUM.fullmatch(figures):
        message = not_a_number(text) if text else _("There is no score here.")
        problems.append(Problem(line, message, column, text[:20], player=name))
        return 0
    return sum(int(term) for term in TERM.findall(figures.replace(" ", "")))


BG_STATS = Reader("bg-stats", gettext_lazy("BG Stats"), recognises, read)
