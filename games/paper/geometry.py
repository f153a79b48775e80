"""Where everything stands on a marked sheet, in millimetres from the page's upper left corner.

The PDF and the reader of photos use this one table. Sheets lie in drawers for years: once a release has printed a
layout, its measures stay, and other measures are another layout with its own digit. Columns run from left to right in
every language, as the marks do not say in which language a sheet was printed.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

LayoutKey = Literal["rev1", "rev2", "rounds", "series", "base"]
PaperKey = Literal["a4", "letter"]
Kind = Literal["name", "bid", "tricks", "won", "left", "pile", "total", "tiebreak-bid", "tiebreak-tricks", "card"]

LAYOUTS: tuple[LayoutKey, ...] = (
    "rev1",
    "rev2",
    "rounds",
    "series",
    "base",
)  # their order is that of the digits in marks
PAPERS: dict[PaperKey, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
HALVES: dict[PaperKey, tuple[float, float]] = {"a4": (210.0, 148.0), "letter": (215.9, 139.7)}
MOST_HANDS = 99  # two digits of a mark
MOST_PAGES = 2

CORNERS = 4
MODULE = 0.6
MODULES = 14
MARK = MODULE * MODULES
QUIET = 2 * MODULE  # kept free around a mark
SIDE, EDGE = 12.0, 10.0  # from a mark to the sides of the page, and to its upper and lower edge

LEAST_WIDTH, LEAST_HEIGHT = 5.0, 4.2  # of a frame
ROUND_TOTAL = (1.1, 0.45)  # a total's frame is so much smaller on each side that box and circle fit around it
AROUND_NAME = (0.9, 1.0)
HEAD = 4.6  # from the upper marks to the double line below the head
GAP = 3.6  # from that line to the grid, and from the grid to the lower marks
SUB_HEAD = 4.4  # the row of Bid, Took, Total
BEFORE_TIES = 1.1
TIES = 2  # rows: the tie-break hand, the card pull
TALLEST_ROW = 14.0
BESIDE, BESIDE_GAP = 62.0, 6.0  # the sections beside the grid of rev 2
BAND = 26.0  # the sections below it, with the gap above them
LEAST_POINTS = 4.5  # the width of the points in rev 2; they have no frame


MOST_PILE = 60  # cards of a base game of Pack o’ Dogs that are read
TIE_BID: Kind = "tiebreak-bid"
TIE_TRICKS: Kind = "tiebreak-tricks"


class LayoutError(ValueError):
    """There is no such sheet; the message says what is possible."""


class Rect(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, across: float, down: float) -> "Rect":
        """The rectangle without strips of these widths at its sides."""
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


@dataclass(frozen=True)
class Mark:
    """A DataMatrix: its centre, and the length of a side. `corner` is 0 to 3: upper left, upper right, lower left,
    lower right.
    """

    corner: int
    x: float
    y: float
    size: float = MARK


@dataclass(frozen=True)
class Cell:
    """A frame to write in; `hand` (or round, or game) and `seat` from 0. Names and the rows for ties have no hand.
    `around` is the rectangle of the grid in which it stands.
    """

    kind: Kind
    hand: int | None
    seat: int
    rect: Rect
    around: Rect


@dataclass(frozen=True)
class Column:
    """A column of the grid; those before and after the seats have no `seat`."""

    key: str
    x: float
    width: float
    seat: int | None


@dataclass(frozen=True)
class Row:
    """A row of the grid; the two for ties have no `hand`."""

    hand: int | None
    y: float


@dataclass(frozen=True)
class Page:
    """One page; `number` from 0. `grid` is all of the grid, with names and ties. `ties` are the rows of the tie-break
    hand and of the card pull on the last page, empty on the first of two.
    """

    number: int
    grid: Rect
    rows: tuple[Row, ...]
    ties: tuple[Row, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Layout:
    """A sheet: its pages, and what they share. `tick` is the length of a frame's corner, `sections` the place of
    those of rev 2, None without any.
    """

    key: LayoutKey
    players: int
    hands: int
    paper: PaperKey
    page: tuple[float, float]
    marks: tuple[Mark, ...]
    pages: tuple[Page, ...]
    columns: tuple[Column, ...]
    names_height: float
    row_height: float
    tick: float
    sections: Rect | None


# What the marks say: 16 digits, which a DataMatrix of 14 by 14 modules just holds.


GAMES = {
    "dirty-dog": 1,
    "top-dog": 2,
    "pack-o-dogs": 3,
    "clash-of-corgis": 5,
}  # the digit of each game with marked sheets
DIGITS = 16
BLANK = 0  # the sheet number of a sheet without a match
SHEET_NUMBERS = 999
_PAPER_DIGITS: dict[PaperKey, int] = {"a4": 4, "letter": 8}


class PayloadError(ValueError):
    """The text of a code is not that of a mark; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Payload:
    """What one mark says. `game` is a digit of `GAMES`; `rules` the version without its point (13 for 1.3);
    `house_rules` the number of the club's own, 0 as written; `sheet` is the number of `sheet_number`, 0 on a
    blank sheet; `page` and `corner` from 0.
    """

    game: int
    layout: LayoutKey
    players: int
    hands: int
    rules: int
    paper: PaperKey
    page: int
    corner: int
    house_rules: int = 0
    sheet: int = BLANK


def payload_digits(payload: Payload) -> str:
    """The 16 digits of a mark; the corners of the second page continue those of the first. Raises PayloadError for
    values that do not fit.
    """
    parts = (
        (payload.game, 1),
        (LAYOUTS.index(payload.layout) + 1, 1),
        (payload.players, 2),
        (payload.hands, 2),
        (payload.rules, 2),
        (payload.house_rules, 2),
        (_PAPER_DIGITS[payload.paper], 1),
        (1 + payload.corner + CORNERS * payload.page, 1),
        (payload.sheet, 3),
    )
    said = "".join(f"{value:0{digits}}" for value, digits in parts)
    said += str(_check(said))
    if len(said) != DIGITS or parse_payload(said) != payload:
        raise PayloadError(f"{payload} does not fit in a mark.")
    return said


def parse_payload(digits: str) -> Payload:
    """What the digits of a mark say. Raises PayloadError."""
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdigit()):
        raise PayloadError(f"A mark has {DIGITS} digits.")
    if int(digits[-1]) != _check(digits[:-1]):
        raise PayloadError("The check digit of the mark is wrong.")
    layout, at = int(digits[1]) - 1, int(digits[11]) - 1
    paper = next((key for key, digit in _PAPER_DIGITS.items() if digit == int(digits[10])), None)
    if not 0 <= layout < len(LAYOUTS) or paper is None or not 0 <= at < CORNERS * MOST_PAGES:
        raise PayloadError("The mark is of a layout, a paper or a page that this version does not print.")
    return Payload(
        game=int(digits[0]),
        layout=LAYOUTS[layout],
        players=int(digits[2:4]),
        hands=int(digits[4:6]),
        rules=int(digits[6:8]),
        house_rules=int(digits[8:10]),
        paper=paper,
        page=at // CORNERS,
        corner=at % CORNERS,
        sheet=int(digits[12:15]),
    )


def _check(digits: str) -> int:
    return sum((at % 9 + 1) * int(digit) for at, digit in enumerate(digits)) % 10


def sheet_number(day: date, players: Sequence[object]) -> int:
    """The sheet number, from 1 to 999, of a table with these players (their ids, in seat order) on a day of the club.

    It is the same for a drawn table and for its match, and another once somebody else sits there: names that are
    printed on paper are only taken for those of a match whose number is the same.
    """
    return 1 + zlib.crc32(" ".join(map(str, (day.isoformat(), *players))).encode()) % SHEET_NUMBERS
