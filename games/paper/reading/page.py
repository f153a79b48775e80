"""What was read on one page of a sheet, and the parts of the document that every game has."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.paper.geometry import Layout, Payload
from games.paper.reading.cells import Reading
from games.paper.reading.decide import CLEAR, WRITTEN, Decision
from games.paper.reading.photo import Matrix
from games.paper.reading.problems import blurred_problem, total_problem

Json = dict[str, Any]

MANY = 0.3  # the share of doubtful cells from which a photo is called blurred


@dataclass(frozen=True)
class ReadPage:
    """A page of a sheet: what its marks say, the readings of its cells, and the homography from millimetres of the
    page to pixels of the photo.
    """

    payload: Payload
    layout: Layout
    readings: Sequence[Reading]
    to_photo: Matrix

    @property
    def number(self) -> int:
        """The number of the page, from 1."""
        return self.payload.page + 1

    def completes(self, pages: Sequence["ReadPage"]) -> bool:
        """Whether this is another page of the sheet with these pages."""
        is_new = all(each.number != self.number for each in pages)
        return is_new and replace(self.payload, page=0) == replace(pages[0].payload, page=0)


def missing_pages(pages: Sequence[ReadPage]) -> list[int]:
    """The pages of the sheet of which there is no photo, from 1."""
    numbers = {page.number for page in pages}
    return [page.number + 1 for page in pages[0].layout.pages if page.number + 1 not in numbers]


def by_place(pages: Sequence[ReadPage]) -> Mapping[tuple[int | None, int, str], Reading]:
    """The readings by hand, seat and kind."""
    return {(each.cell.hand, each.cell.seat, each.cell.kind): each for page in pages for each in page.readings}


def is_written(reading: Reading) -> bool:
    """Whether something stands in the cell."""
    return reading.empty < WRITTEN


def some(cells: Sequence[Reading]) -> bool:
    """Whether at least a third of the cells are written; a stain is no figure."""
    return sum(map(is_written, cells)) * 3 >= len(cells)


def figure_cell(row: int, what: str, reading: Reading, decision: Decision, nothing: int | None = None) -> Json:
    """A figure in the document; `row` from 0. The value `nothing` says that nothing is written, and is null there."""
    return _place(row, what, reading) | {
        "value": None if decision.value == nothing else decision.value,
        "probability": round(decision.probability, 6),
        "second": round(decision.second, 6),
        "doubtful": decision.doubtful,
        "settled": decision.settled,
        "likely": [value for value in decision.likely if value != nothing],
    }


def total_cell(row: int, reading: Reading, value: int) -> Json:
    """A total in the document."""
    return _place(row, "total", reading) | {
        "value": value,
        "probability": round(reading.of(value), 6),
        "doubtful": False,
    }


def _place(row: int, what: str, reading: Reading) -> Json:
    return {"hand": row + 1, "seat": reading.cell.seat + 1, "what": what, "read": reading.text}


def wrong_totals(
    rows: Sequence[int], written: Sequence[Sequence[Reading]], made: Sequence[Sequence[int]]
) -> list[Json]:
    """The written totals that do not follow; one that follows from a wrong one is right. `written` and `made` are by
    row and seat.
    """
    return [problem for seat in range(len(written[0])) for problem in _wrong_totals(rows, written, made, seat)]


def _wrong_totals(
    rows: Sequence[int], written: Sequence[Sequence[Reading]], made: Sequence[Sequence[int]], seat: int
) -> Iterator[Json]:
    off = 0  # how far the scorekeeper's totals are from those that the figures make
    for at, row in enumerate(rows):
        total, computed = _clear_total(written[at][seat]), made[at][seat]
        if total is None or total == computed + off:
            continue
        yield total_problem(row + 1, seat + 1, total, computed + off)
        later = _clear_total(written[at + 1][seat]) if at + 1 < len(rows) else None
        if later is None or later - made[at + 1][seat] != off:
            off = total - computed


def _clear_total(reading: Reading) -> int | None:
    value = reading.likeliest
    is_clear = reading.of(value) >= CLEAR and reading.corrected < WRITTEN
    return value if is_clear else None


def blurred(cells: Sequence[Json]) -> list[Json]:
    """The problem of a sheet with many figures that cannot be read."""
    figures = [cell for cell in cells if cell["what"] != "total"]
    return [blurred_problem()] if sum(cell["doubtful"] for cell in figures) > MANY * len(figures) else []
