"""The picture on the front page: the bids of a hand on a tablet, beside the sheet of the previous hands."""

from collections.abc import Sequence
from dataclasses import dataclass

NAMES = ("Wilma", "Núria", "Łukasz", "Bea", "Otto")
BIDS = (2, 2, 0, 1, 1)
TOTALS = (
    (6, 5, 5, -1, 2),
    (11, 10, 4, 4, 5),
    (16, 15, 2, 9, 8),
    (22, 12, 0, 8, 9),
    (21, 10, 6, 13, 10),
    (26, 8, 2, 7, 11),
)
KEYS = range(6)
KEY_WIDTH, COLUMN_WIDTH = 42, 38  # in units of the drawing, as all distances here
ROW_HEIGHT, LINE_HEIGHT = 44, 34


@dataclass(frozen=True)
class Figure:
    """A number and its distance from the first one of its row; `mark` is "top" for the highest, "low" for the
    lowest, or "" for none.
    """

    at: int
    value: int
    mark: str = ""


@dataclass(frozen=True)
class Row:
    """A player's bid and total, with the distance from the first row."""

    at: int
    name: str
    bid: int
    total: Figure


@dataclass(frozen=True)
class Line:
    """A line of the sheet, with the distance from the first one."""

    at: int
    hand: int
    totals: Sequence[Figure]


def picture() -> dict[str, Sequence[object]]:
    """Return the template context of the picture."""
    lines = [Line(LINE_HEIGHT * at, at + 1, _figures(totals)) for at, totals in enumerate(TOTALS)]
    rows = [
        Row(ROW_HEIGHT * at, name, bid, total)
        for at, (name, bid, total) in enumerate(zip(NAMES, BIDS, lines[-1].totals, strict=True))
    ]
    names = [(COLUMN_WIDTH * at, name) for at, name in enumerate(NAMES)]
    keys = [(KEY_WIDTH * value, value) for value in KEYS]
    return {"rows": rows, "keys": keys, "names": names, "lines": lines}


def _figures(totals: Sequence[int]) -> list[Figure]:
    return [Figure(COLUMN_WIDTH * at, total, _mark(total, totals)) for at, total in enumerate(totals)]


def _mark(total: int, totals: Sequence[int]) -> str:
    return "top" if total == max(totals) else "low" if total == min(totals) else ""
