"""The boxes of a printed grid, measured from the lines in the PDF."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any

import pikepdf

from tests.games.sheets.reading import Reader

POINTS = 72 / 25.4  # points in a millimetre
SHORTEST = 20 * POINTS  # length of a ruled line in points; shorter lines mark a total
Spot = tuple[float, float]
Line = tuple[float, float, float, float]


@dataclass(frozen=True)
class Grid:
    """Column widths and row heights in millimetres, from the left and from the top, outlines included."""

    columns: list[float]
    rows: list[float]


def grid(reader: Reader, page: int = 0) -> Grid:
    """The grid that the straight lines of a page draw; the double rule of its head is not a row."""
    lines = [each for each in _lines(reader.pdf.pages[page]) if dist(each[:2], each[2:]) > SHORTEST]
    upright = [line for line in lines if abs(line[0] - line[2]) < 0.1]
    top = max(max(line[1], line[3]) for line in upright)
    across = [line for line in lines if abs(line[1] - line[3]) < 0.1 and line[1] < top + 0.1]
    columns, rows = _steps(line[0] for line in upright), _steps(line[1] for line in across)
    return Grid(columns, rows[::-1])


def _steps(places: Iterator[float]) -> list[float]:
    ordered = sorted({round(place, 1) for place in places})
    apart = [ordered[0], *(two for one, two in pairwise(ordered) if two - one > 0.5)]
    return [(two - one) / POINTS for one, two in pairwise(apart)]


def _lines(page: pikepdf.Page) -> Iterator[Line]:
    """Every straight segment of every path that is painted, in points of the page."""
    now, held = pikepdf.Matrix(), []
    path: list[Spot] = []
    drawn: list[Line] = []
    for each in pikepdf.parse_content_stream(page):
        word, operands = str(each.operator), each.operands
        if word == "q":
            held.append(now)
        elif word == "Q":
            now = held.pop()
        elif word == "cm":
            now = pikepdf.Matrix(*_numbers(operands)) @ now
        elif word in PIECES:
            path = PIECES[word](path, now, _numbers(operands))
            drawn += [(*one, *two) for one, two in pairwise(path[-2:] if word in "lh" else path)]
        elif word in PAINTED:
            yield from drawn
            drawn = []
        elif word == "n":  # a path that only clips
            drawn = []


PAINTED = ("S", "s", "f", "f*", "B", "b")
PIECES: dict[str, Callable[[list[Spot], pikepdf.Matrix, list[float]], list[Spot]]] = {
    "m": lambda path, now, at: [now.transform((at[0], at[1]))],
    "l": lambda path, now, at: [*path, now.transform((at[0], at[1]))],
    "h": lambda path, now, at: [*path, path[0]],
    "re": lambda path, now, at: [now.transform(each) for each in _corners(*at)],
}


def _corners(x: float, y: float, wide: float, high: float) -> list[Spot]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]


def _numbers(operands: Any) -> list[float]:
    return [float(each) for each in operands]
