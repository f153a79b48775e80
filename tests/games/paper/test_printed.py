"""Printed sheets as a scanner sees them: marks are read, and frames stand, where the geometry says."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from PIL import Image

from games.paper.geometry import CORNERS, GAMES, PAPERS, Cell, Layout, Payload, Rect, parse_payload
from games.paper.layout import sheet_layout
from scoring.dirty_dog import DIRTY_DOG
from scoring.records import sheet_for_paper
from tests.games.paper.scanning import PIXELS, codes, payloads, scan
from tests.games.sheets import evening
from tests.games.sheets.evening import NAMES
from tests.games.sheets.printing import printed

pytestmark = [pytest.mark.needs("poppler"), pytest.mark.variants]

NEAR = 0.5  # millimetres
INK, PAPER = 215, 245  # a thin grey tick is darker than this, paper is lighter
CASES = list(product((3, 5, 7, 10), PAPERS, ("rev1", "rev2")))
Case = tuple[int, str, str]


@cache
def scanned(case: Case, sheet_number: int = 0) -> tuple[Layout, list[Image.Image]]:
    """The geometry of a sheet, and its printed pages."""
    players, paper, key = case
    started = DIRTY_DOG.start(players, DIRTY_DOG.options())
    sheet = sheet_for_paper(DIRTY_DOG, started, NAMES[:players])
    fill = "ready" if sheet_number else "blank"
    pdf = printed(sheet, key, fill, paper, sheet_number=sheet_number)  # type: ignore[arg-type]
    return sheet_layout(key, players, started.plan.hands, paper), scan(pdf)


def named(case: Case) -> str:
    return "-".join(map(str, case))


@pytest.mark.parametrize("case", CASES, ids=named)
def test_four_marks_are_read_where_the_geometry_says(case: Case) -> None:
    layout, pages = scanned(case)
    assert len(pages) == len(layout.pages)
    for number, picture in enumerate(pages):
        read = {(payload := parse_payload(code.text)).corner: (payload, code.position) for code in codes(picture)}
        assert sorted(read) == list(range(CORNERS))
        for mark in layout.marks:
            payload, at = read[mark.corner]
            assert payload == Payload(
                game=GAMES["dirty-dog"],
                layout=layout.key,
                players=layout.players,
                hands=layout.hands,
                rules=13,
                paper=layout.paper,
                page=number,
                corner=mark.corner,
            )
            corners = (at.top_left, at.top_right, at.bottom_left, at.bottom_right)
            centre = (sum(each.x for each in corners) / 4 / PIXELS, sum(each.y for each in corners) / 4 / PIXELS)
            assert centre == pytest.approx((mark.x, mark.y), abs=NEAR)


@pytest.mark.parametrize("case", CASES[::-1], ids=named)
def test_the_corners_of_every_frame_stand_where_the_geometry_says(case: Case) -> None:
    layout, pages = scanned(case)
    for page, picture in zip(layout.pages, pages, strict=True):
        grey = np.asarray(picture)
        for cell in page.cells:
            for spot in _on_ticks(cell.rect, layout.tick):
                assert _patch(grey, spot, 0.25).min() < INK, (cell, spot)
            inner = cell.rect.inset(layout.tick * 0.35, layout.tick * 0.85)
            assert _area(grey, inner.inset(layout.tick, 0)).min() > PAPER, cell


def _on_ticks(rect: Rect, tick: float) -> list[tuple[float, float]]:
    """A spot on both strokes of each corner, but for the first, where a dealer's corner may stand."""
    left, top, right, bottom = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    half = tick / 2
    return [
        *((right - half, top), (right, top + half)),
        *((right, bottom - half), (right - half, bottom)),
        *((left + half, bottom), (left, bottom - half)),
    ]


def _patch(grey: np.ndarray, spot: tuple[float, float], around: float) -> np.ndarray:
    x, y = spot
    return _area(grey, Rect(x - around, y - around, 2 * around, 2 * around))


def _area(grey: np.ndarray, rect: Rect) -> np.ndarray:
    left, top = round(rect.x * PIXELS), round(rect.y * PIXELS)
    right, bottom = round((rect.x + rect.width) * PIXELS), round((rect.y + rect.height) * PIXELS)
    return grey[top : max(bottom, top + 1), left : max(right, left + 1)]


def test_the_dealer_has_a_dark_corner_in_place_of_the_first() -> None:
    layout, (picture,) = scanned((5, "a4", "rev1"))
    grey, bids = np.asarray(picture), [cell for cell in layout.pages[0].cells if cell.kind == "bid"]
    assert [_has_corner(grey, cell) for cell in bids] == [(cell.hand or 0) % 5 == cell.seat for cell in bids]


def _has_corner(grey: np.ndarray, cell: Cell) -> bool:
    return bool(_patch(grey, (cell.rect.x, cell.rect.y), 0.2).max() < 120)


def test_a_sheet_with_names_has_its_number_in_the_marks() -> None:
    _layout, (picture,) = scanned((5, "a4", "rev1"), sheet_number=517)
    assert [code.sheet for code in payloads(picture)] == [517] * CORNERS


def test_a_filled_sheet_has_no_marks() -> None:
    sheet = sheet_for_paper(DIRTY_DOG, DIRTY_DOG.start(5, DIRTY_DOG.options()), NAMES[:5])
    assert not payloads(*scan(printed(sheet)))


def test_a_table_too_small_for_marks_is_printed_without_them() -> None:
    (first, *_more) = scan(
        printed(sheet_for_paper(DIRTY_DOG, DIRTY_DOG.start(2, DIRTY_DOG.options()), NAMES[:2]), fill="blank")
    )
    assert not payloads(first)


def test_a_sheet_to_finish_by_hand_has_a_column_for_those_who_joined_late() -> None:
    late = evening.sheet(NAMES[:5], hands=4, before={3: {"arrivals": ["Late Luna"]}, 4: {"departures": [NAMES[1]]}})
    (picture,) = scan(printed(late, fill="ready", sheet_number=8))
    assert {(code.players, code.sheet) for code in payloads(picture)} == {(6, 8)}
