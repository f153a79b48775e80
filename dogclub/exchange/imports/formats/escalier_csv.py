"""Reader for L'Escalier's CSV: eleven columns in the app's language, then an empty line and a summary that is not read.

The columns are round, cards, status, dealer, opens, player, bid, tricks, adjustment, points, running total; the status
is one of `played`, `skipped`, `in_progress`, `pending`, `sat_out` in every language.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import BinaryIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from clubs.models import Club
from clubs.names import tidy_name
from dogclub.exchange.imports.formats.csv_file import lines_of
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

STATES = {"played", "skipped", "in_progress", "pending", "sat_out"}
COLUMNS = 11
MOST_LINES = 10_000  # rows; a game has a few hundred
NUMBERS = {"round": 0, "cards": 1, "bid": 6, "tricks": 7, "adjustment": 8}
STATUS, DEALER, PLAYER, POINTS = 2, 3, 5, 9
WHOLE = re.compile(r"-?[0-9]{1,4}", re.ASCII)
Row = tuple[int, list[str]]


def recognises(head: bytes, name: str) -> bool:
    """Whether the first two lines have eleven cells each, and the third cell of the second line is a status."""
    lines = head.decode("utf-8-sig", errors="replace").splitlines()[:2]
    rows = list(csv.reader(lines))
    return len(rows) == 2 and [len(row) for row in rows] == [COLUMNS, COLUMNS] and rows[1][STATUS] in STATES


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
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


ESCALIER_CSV = Reader("escalier-csv", gettext_lazy("CSV of L’Escalier"), recognises, read)
