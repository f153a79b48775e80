"""The picture on the front page: the bids of a hand on a tablet, beside the sheet of the hands before it."""

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
KEY_WIDTH, COLUMN_WIDTH = 42, 38  # of the drawing's own units, as are all distances here
ROW_HEIGHT, LINE_HEIGHT = 44, 34


@dataclass(frozen=True)
class Figure:
    """A number at its distance from the first of its row; `mark` is top, low or nothing."""

    at: int
    value: int
    mark: str = ""


@dataclass(frozen=True)
class Row:
    at: int
    name: str
    bid: int
    total: Figure


@dataclass(frozen=True)
class Line:
    at: int
    hand: int
    totals: Sequence[Figure]


def picture() -> dict[str, Sequence[object]]:
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
