"""Readers for files of L'Escalier: its CSV and its JSON.

The CSV has eleven columns in the app's language, then an empty line and a summary that is not read.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import BinaryIO

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct, field

from clubs.language.locales import grouped
from clubs.models import Club
from clubs.names import tidy_name
from dogclub.exchange.imports.formats.csv_file import as_utf8, lines_of
from dogclub.exchange.imports.formats.escalier import NO_DAY, Game, Hand, Place, match_of
from dogclub.exchange.imports.moments import NoDay, moment
from dogclub.exchange.imports.parsed_file import (
    ParsedFile,
    ParsedMatch,
    Problem,
    Reader,
    Unreadable,
    not_a_number,
    place,
)
from games.base.form_parsing import NO_NUMBER
from scoring.record_format.strict import resolved

STATES = {"played", "skipped", "in_progress", "pending", "sat_out"}
COLUMNS = 11
MOST_LINES = 10_000  # rows; a game has a few hundred
NUMBERS = {"round": 0, "cards": 1, "bid": 6, "tricks": 7, "adjustment": 8}
STATUS, DEALER, PLAYER, POINTS = 2, 3, 5, 9
WHOLE = re.compile(r"-?[0-9]{1,4}", re.ASCII)
Row = tuple[int, list[str]]


def is_csv(head: bytes, name: str) -> bool:
    """Whether the first two lines have eleven cells each, and the third cell of the second line is a status."""
    lines = head.decode("utf-8-sig", errors="replace").splitlines()[:2]
    rows = list(csv.reader(lines))
    return len(rows) == 2 and [len(row) for row in rows] == [COLUMNS, COLUMNS] and rows[1][STATUS] in STATES


def read_csv(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    lines = lines_of(file, notes)
    return ParsedFile(_matches(lines, corrections), notes)


def _matches(lines: io.TextIOWrapper, corrections: Mapping[str, str]) -> Iterator[ParsedMatch]:
    game = Game(1, None, "", [])
    game.played_at = _played_at(game, corrections)
    game.hands = [_hand(game, rows, corrections) for rows in _hands(lines)]
    yield match_of(game, corrections)


def _hands(lines: io.TextIOWrapper) -> Iterator[list[Row]]:
    """Yield the rows of each hand; the summary after the empty line is not read."""
    reader = csv.reader(lines)
    next(reader, None)
    rows: list[Row] = []
    try:
        for cells in reader:
            if len(cells) != COLUMNS:
                break
            rows.append((reader.line_num, [cell.strip().removeprefix("'") for cell in cells]))
            if len(rows) > MOST_LINES:
                raise Unreadable(
                    _("A game of L’Escalier has a few hundred rows; this file has more than {most}.").format(
                        most=grouped(MOST_LINES)
                    )
                )
    except csv.Error as error:
        raise Unreadable(
            _("Line {line_num} is no CSV: {error}. Export the game again.").format(
                line_num=reader.line_num, error=error
            )
        ) from error
    for _key, group in groupby(rows, key=lambda row: row[1][0]):
        yield list(group)


def _played_at(game: Game, corrections: Mapping[str, str]) -> datetime | None:
    text = corrections.get(place(game.line, "played_at"), "")
    try:
        if text:
            return moment(text)
        message = str(NO_DAY)
    except NoDay as error:
        message = str(error)
    game.problems.append(Problem(game.line, message, "played_at", text))
    return None


def _hand(game: Game, rows: list[Row], corrections: Mapping[str, str]) -> Hand:
    line, first = rows[0]
    states = {cells[STATUS] for _number, cells in rows} - {"sat_out"}
    for at, cells in rows:
        if cells[STATUS] not in STATES:
            game.problems.append(
                Problem(at, _("“{cells}” is no status of L’Escalier.").format(cells=cells[STATUS][:20]))
            )
    is_played = states == {"played"}
    places = [_place(game, at, cells, corrections, is_played=is_played) for at, cells in rows]
    number = _number(game, line, first, "round", corrections) or 0
    cards = _number(game, line, first, "cards", corrections) or 0
    return Hand(number, line, cards, tidy_name(first[DEALER]), is_played, places)


def _place(game: Game, line: int, cells: list[str], corrections: Mapping[str, str], *, is_played: bool) -> Place:
    player = tidy_name(cells[PLAYER])
    if cells[STATUS] == "sat_out" or not is_played:
        return Place(player, line, out=cells[STATUS] == "sat_out")
    bid, tricks = (_number(game, line, cells, column, corrections) for column in ("bid", "tricks"))
    adjusted = _number(game, line, cells, "adjustment", corrections) or 0
    points = int(cells[POINTS]) if WHOLE.fullmatch(cells[POINTS]) else None
    return Place(player, line, bid, tricks, adjusted=adjusted, points=points)


def _number(game: Game, line: int, cells: list[str], column: str, corrections: Mapping[str, str]) -> int | None:
    text = corrections.get(place(line, column), cells[NUMBERS[column]]).strip()
    if text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal() and len(text) < 7:
        return int(text)
    message = not_a_number(text) if text else str(NO_NUMBER)
    game.problems.append(Problem(line, message, column, text[:20], player=tidy_name(cells[PLAYER])))
    return None


ESCALIER_CSV = Reader("escalier-csv", gettext_lazy("CSV of L’Escalier"), is_csv, read_csv)


# JSON: one game with its hands, the players in seating order.


MARK = b'"L\'Escalier"'
MOST_HANDS = 400  # hands
BROKEN = gettext_lazy("This is not a complete game of L’Escalier: {}. Export it again and choose that file.")


class Result(Struct, rename="camel"):
    player: str
    bid: int | None = None
    tricks: int | None = None
    sat_out: bool = False
    adjustment: int = 0
    points: int | None = None


class Played(Struct):
    number: int
    cards: int
    status: str
    dealer: str | None
    results: list[Result]


class Seated(Struct, rename="camel"):
    name: str
    carry_in: int = 0


class About(Struct):
    name: str = ""
    created: str = ""


class Export(Struct):
    game: About
    players: list[Seated]
    rounds: list[Played] = field(default_factory=list)


def is_json(head: bytes, name: str) -> bool:
    """Whether this is JSON with the app's name within the first 400 bytes."""
    begin = head[:400].lstrip(b"\xef\xbb\xbf \t\r\n")
    return begin.startswith(b"{") and MARK in begin and b'"app"' in begin


def read_json(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    try:
        export = msgspec.json.decode(as_utf8(file, notes), type=resolved(Export))
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(BROKEN.format(str(error)[:100])) from error
    if len(export.rounds) > MOST_HANDS:
        raise Unreadable(_("A game of L’Escalier has at most {most} hands.").format(most=MOST_HANDS))
    game = Game(1, None, tidy_name(export.game.name)[:60], [])
    game.played_at = _created_at(game, export.game.created, corrections)
    game.carried = {tidy_name(each.name): each.carry_in for each in export.players}
    seats = [tidy_name(each.name) for each in export.players]
    game.hands = [_hand_of_json(each, seats) for each in export.rounds]
    return ParsedFile([match_of(game, corrections)], notes)


def _hand_of_json(played: Played, seats: Sequence[str]) -> Hand:
    """Return a hand with its places in bidding order, from the dealer's left to the dealer; all have line number 1."""
    is_played, dealer = played.status == "played", tidy_name(played.dealer or "")
    begins = seats.index(dealer) + 1 if dealer in seats else 0
    by_name = {tidy_name(each.player): each for each in played.results}
    order = [*seats[begins:], *seats[:begins]]
    places = [_place_of_json(name, by_name[name], is_played=is_played) for name in order if name in by_name]
    return Hand(played.number, 1, played.cards, dealer, is_played, places)


def _place_of_json(name: str, result: Result, *, is_played: bool) -> Place:
    if result.sat_out or not is_played:
        return Place(name, 1, out=result.sat_out)
    return Place(name, 1, result.bid, result.tricks, adjusted=result.adjustment, points=result.points)


def _created_at(game: Game, created: str, corrections: Mapping[str, str]) -> datetime | None:
    """Return when the game was created, in the club's time zone, or None and add a problem to `game`."""
    text = corrections.get(place(game.line, "played_at"), "")
    try:
        return moment(text or timezone.localtime(datetime.fromisoformat(created)).isoformat(" ", "minutes"))
    except (NoDay, ValueError, OverflowError) as error:
        message = str(error) if isinstance(error, NoDay) else NO_DAY
        game.problems.append(Problem(game.line, message, "played_at", text))
        return None


ESCALIER_JSON = Reader("escalier-json", gettext_lazy("JSON of L’Escalier"), is_json, read_json)
