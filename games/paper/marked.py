"""A sheet to write on, with marks by which a photo of it can be read: what `marked.typ` draws beside the grid."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.paper.geometry import (
    BEFORE_TIES,
    CORNERS,
    EDGE,
    GAMES,
    MARK,
    MODULE,
    SIDE,
    SUB_HEAD,
    TIES,
    Layout,
    LayoutError,
    Mark,
    Page,
    Payload,
    Rect,
    payload_digits,
)
from games.paper.layout import seats, sheet_layout

# What is drawn on a marked sheet, as one SVG a page in millimetres: marks, lines, frames, corners, model figures.
#
# Its texts are set by Typst over it. Everything in here is made of numbers, so nothing needs escaping.


SEATS, HEADS, GRID, TICK = 0.5, 0.32, 0.22, 0.2  # widths of lines
INK, GREY, PALE, CORNER = "#111", "#a8a8a8", "#8a8a8a", "#555"
DEALER_CORNER = 0.24  # of the height of a row, with these limits
DEALER_LIMITS = (2.1, 2.5)
SHORTER = 0.7  # the ticks for the digits of a total, of the length of a corner's


def page_svg(layout: Layout, page: Page, digits: Sequence[str], dealers: Sequence[int], strong: int) -> str:
    """The drawing of one page; `digits` are those of its marks by corner, `dealers` the seats by hand, if anybody
    deals, and a heavier line follows the hand `strong`.
    """
    width, height = layout.page
    drawn = [
        f'<path fill="#000" d="{"".join(map(_mark, layout.marks, digits))}"/>',
        _stroke(GREY, GRID, _grid(layout, page)),
        _stroke(INK, HEADS, _heads(layout, page, strong)),
        _stroke(INK, SEATS, _seats(layout, page)),
        f'<path fill="{CORNER}" d="{_corners(layout, page, dealers)}"/>',
        _stroke(PALE, TICK, _frames(layout, page, dealers)),
        f'<g stroke="{INK}" stroke-width="{FIGURE / MODEL}" stroke-linecap="round" stroke-linejoin="round">'
        f"{_samples(layout)}</g>",
    ]
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="none">{"".join(drawn)}</svg>'


def _stroke(colour: str, width: float, path: str) -> str:
    return f'<path stroke="{colour}" stroke-width="{width}" d="{path}"/>'


def _across(y: float, start: float, end: float) -> str:
    return f"M{start:.2f} {y:.2f}H{end:.2f}"


def _down(x: float, start: float, end: float) -> str:
    return f"M{x:.2f} {start:.2f}V{end:.2f}"


# The marks in the corners: DataMatrix codes of 14 by 14 modules.


@functools.lru_cache(maxsize=64)
def modules(digits: str) -> tuple[str, ...]:
    """The rows of the code of these 16 digits, from the top, with `1` for each dark module."""
    import numpy as np  # both with the first sheet, not with the server
    import zxingcpp

    code = zxingcpp.create_barcode(digits, zxingcpp.BarcodeFormat.DataMatrix)
    rows = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    return tuple("".join("1" if dark else "0" for dark in row) for row in rows)


def _mark(mark: Mark, digits: str) -> str:
    """The dark modules of a mark as one SVG path, in millimetres of the page."""
    left, top = mark.x - mark.size / 2, mark.y - mark.size / 2
    steps = []
    for down, row in enumerate(modules(digits)):
        for across, length in _runs(row):
            x, y, wide = left + across * MODULE, top + down * MODULE, length * MODULE
            steps.append(f"M{x:.2f} {y:.2f}h{wide:.2f}v{MODULE}h-{wide:.2f}z")
    return "".join(steps)


def _runs(row: str) -> list[tuple[int, int]]:
    """Where each run of dark modules begins, and its length."""
    runs, at = list[tuple[int, int]](), 0
    for part in row.split("0"):
        if part:
            runs.append((at, len(part)))
        at += len(part) + 1
    return runs


# The lines of the grid.


def _grid(layout: Layout, page: Page) -> str:
    """The thin lines: between rows, and between the columns of a seat."""
    left, right = page.grid.x, page.grid.x + page.grid.width
    names, end = page.grid.y + layout.names_height, page.rows[-1].y + layout.row_height
    path = [_across(row.y, left, right) for row in (*page.rows[1:], *page.ties[1:])]
    path += [_down(column.x, page.grid.y, end) for column in layout.columns[1:] if column.seat is None]
    for own in seats(layout.columns):
        path.append(_across(names, own[0].x, own[-1].x + own[-1].width))
        path += [_down(column.x, names, end) for column in own[1:]]
        if len(page.ties) == TIES:
            hand, pull = page.ties
            path += [_down(own[1].x, hand.y, pull.y), _down(own[2].x, hand.y, pull.y + layout.row_height)]
    return "".join(path)


def _heads(layout: Layout, page: Page, strong: int) -> str:
    """The lines below the heads, after the middle of the plan, and around the rows for ties."""
    left, right = page.grid.x, page.grid.x + page.grid.width
    levels = [page.rows[0].y]
    levels += [row.y + layout.row_height for row in page.rows[:-1] if row.hand == strong]
    if page.ties:
        levels += [page.rows[-1].y + layout.row_height, page.ties[0].y]
    return "".join(_across(y, left, right) for y in levels)


def _seats(layout: Layout, page: Page) -> str:
    """The outline, and the lines between seats."""
    x, y, width, height = page.grid
    edges = [own[0].x for own in seats(layout.columns)]
    last = seats(layout.columns)[-1][-1]
    edges += [last.x + last.width] if last is not layout.columns[-1] else []
    outline = f"M{x:.2f} {y:.2f}h{width:.2f}v{height:.2f}h-{width:.2f}z"
    return outline + "".join(_down(edge, y, y + height) for edge in edges)


# Frames: four corners, never a closed line, which would be the box around a total.


def _frames(layout: Layout, page: Page, dealers: Sequence[int]) -> str:
    path = []
    for cell in page.cells:
        deals = cell.kind == "bid" and cell.hand is not None and bool(dealers) and dealers[cell.hand] == cell.seat
        path.append(_frame(cell.rect, layout.tick, has_corner=not deals))
        if cell.kind == "total":
            path.append(_digits(cell.rect, layout.tick))
    return "".join(path)


def _frame(rect: Rect, tick: float, *, has_corner: bool) -> str:
    """The corners of a frame; that of the dealer stands in place of the first."""
    left, top, right, bottom = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    first = f"M{left:.2f} {top + tick:.2f}V{top:.2f}h{tick}" if has_corner else ""
    return (
        f"{first}M{right - tick:.2f} {top:.2f}H{right:.2f}v{tick}"
        f"M{right:.2f} {bottom - tick:.2f}V{bottom:.2f}h-{tick}M{left + tick:.2f} {bottom:.2f}H{left:.2f}v-{tick}"
    )


def _digits(rect: Rect, tick: float) -> str:
    """Short ticks on the foot of a total's frame, between the places of its digits."""
    places = (rect.x + rect.width * at / 3 for at in (1, 2))
    return "".join(f"M{x:.2f} {rect.y + rect.height:.2f}v-{tick * SHORTER:.3f}" for x in places)


def _corners(layout: Layout, page: Page, dealers: Sequence[int]) -> str:
    """The grey corner in the bid of each dealer."""
    bids = {column.seat: column for column in layout.columns if column.key == "bid"}
    size = min(max(DEALER_CORNER * layout.row_height, DEALER_LIMITS[0]), DEALER_LIMITS[1])
    inner = SEATS / 2
    return "".join(
        f"M{bids[dealers[row.hand]].x + inner:.2f} {row.y + GRID / 2:.2f}h{size}l-{size} {size}z"
        for row in page.rows
        if dealers and row.hand is not None
    )


# The foot between the lower marks: model figures, and how to strike out and correct.


FIGURE = 0.24
MODEL = 0.242  # size of a model figure: 10 by 16 of these
STEP = 4.15  # from one model figure to the next
MARGIN = 3.2  # between a mark and the texts beside it
FIGURES_TOP = 3.75  # below the upper edge of the marks
HINTS_UPRIGHT = (0.0, 47.0, 82.0)
HINTS_ACROSS = (0.0, 52.0, 88.0, 140.0, 180.0)
HINTS_PLAIN = (0.0, 47.0, 108.0)  # where no stroke through a figure has a meaning
SET_INDENT, WRONG_INDENT = 6.2, 9.6  # of the texts beside a sample
MODELS = (  # in a box 10 wide and 16 high
    "M5 0C1.6 0 .4 4 .4 8S1.6 16 5 16S9.6 12 9.6 8S8.4 0 5 0Z",
    "M2.6 3.4L5.6 0V16",
    "M.9 4.2C.9 1.7 2.6 0 5 0C7.5 0 9.1 1.8 9.1 4.2C9.1 7.6 4 11.2 .6 16H9.6",
    "M1 2.6C1.9 .9 3.3 0 5 0C7.4 0 9 1.5 9 3.8C9 6.1 7 7.6 4.2 7.6C7.4 7.6 9.5 9.2 9.5 11.8C9.5 14.4 7.4 16 4.8 16C2.7 "
    "16 1.2 15 .5 13.2",
    "M6.9 16V0L.5 11H9.9",
    "M8.9 0H2.3L1.4 7C2.4 6.2 3.5 5.9 4.8 5.9C7.6 5.9 9.5 7.9 9.5 10.9C9.5 14 7.5 16 4.6 16C2.7 16 1.2 15.1 .5 13.5",
    "M8 .4C4 2 .7 6 .7 11C.7 14.2 2.4 16 5 16S9.4 14.1 9.4 11.3S7.7 6.9 5.3 6.9C3 6.9 1.2 8.6 .7 11",
    "M.6 0H9.4C7.1 5 5.1 10 4.2 16M2.8 8H8.4",
    "M5 7.3C2.9 6.9 1.4 5.6 1.4 3.7C1.4 1.5 3 0 5 0S8.6 1.5 8.6 3.7C8.6 5.6 7.1 6.9 5 7.3C2.3 7.8 .5 9.4 .5 11.8C.5 "
    "14.4 2.4 16 5 16S9.5 14.4 9.5 11.8C9.5 9.4 7.7 7.8 5 7.3Z",
    "M9.2 5C8.7 7.5 6.9 9.1 4.6 9.1C2.2 9.1 .6 7.4 .6 4.7C.6 1.9 2.4 0 5 0S9.3 1.8 9.3 5C9.3 9.5 7.4 13.4 5 16",
)
STRUCK = "M-4 12.5L13 4"  # through a figure
BLACKED = "M0 1L1.6 15L3.2 1L4.8 15L6.4 1L8 15L9.6 1L11.2 15L12.8 1M-.4 5.5L13.2 6.5M13.2 10.5L-.4 9.5"


@dataclass(frozen=True)
class Hint:
    """A place for words in the foot: the left edge, the width, and how far the text below its title is moved to leave
    room for a sample; in millimetres of the page.
    """

    x: float
    width: float
    indent: float


def hints(layout: Layout) -> list[Hint]:
    """The places for words between the lower marks: model figures, how to write a set where there are bids, how to
    correct, and on a wide page or without bids what to do afterwards.
    """
    left, right = SIDE + MARK + MARGIN, layout.page[0] - SIDE - MARK - MARGIN
    starts = HINTS_ACROSS if layout.page[0] > layout.page[1] else HINTS_UPRIGHT
    indents = [0.0, SET_INDENT, WRONG_INDENT]
    if not has_sets(layout):
        starts, indents = HINTS_PLAIN, [0.0, WRONG_INDENT]
    ends = [*(left + start - 2.0 for start in starts[1:]), right]
    indents += [0.0] * (len(starts) - len(indents))
    return [
        Hint(left + start, end - left - start, indent) for start, end, indent in zip(starts, ends, indents, strict=True)
    ]


def has_sets(layout: Layout) -> bool:
    """Whether one stroke through a figure says that a bid was set."""
    return any(column.key == "bid" for column in layout.columns)


def foot_top(layout: Layout) -> float:
    """The upper edge of the lower marks."""
    return layout.page[1] - EDGE - MARK


def _samples(layout: Layout) -> str:
    places, top = hints(layout), foot_top(layout) + FIGURES_TOP
    drawn = [_model(path, places[0].x + 0.4 + at * STEP, top) for at, path in enumerate(MODELS)]
    if has_sets(layout):
        drawn += [_model(path, places[1].x + 1.0, top) for path in (MODELS[1], STRUCK)]
    wrong = places[2 if has_sets(layout) else 1].x
    drawn += [_model(BLACKED, wrong + 0.2, top), _model(MODELS[3], wrong + 5.2, top)]
    return "".join(drawn)


def _model(path: str, x: float, y: float) -> str:
    return f'<path transform="translate({x:.2f} {y:.2f}) scale({MODEL})" d="{path}"/>'


Json = Mapping[str, Any]


def layout_of(layout: str, players: int, rows: int, paper: str) -> Layout | None:
    """The geometry of a sheet to write on; None if it is too large for marks."""
    try:
        return sheet_layout(layout, players, rows, paper)
    except LayoutError:
        return None


def marked(
    layout: Layout,
    document: Json,
    version: str,
    *,
    rows: str,
    ties: Sequence[str] = (),
    dealers: Sequence[int] = (),
    strong: int = -1,
) -> dict[str, Any]:
    """The measures in millimetres, the drawing of each page, and the words that only such a sheet has.

    `version` is the usual one of the rules, `rows` says how many rows there are, `ties` what stands before the rows
    below the grid. `dealers` are seats by row; a heavier line follows the row `strong`, counted from 0.
    """
    width, height = layout.page
    players = ngettext("{count} player", "{count} players", layout.players).format(count=layout.players)
    lead = next(at for at, column in enumerate(layout.columns) if column.seat is not None)
    return {
        "width": width,
        "height": height,
        "side": SIDE,
        "top": layout.pages[0].grid.y,
        "columns": [{"key": column.key, "width": column.width} for column in layout.columns],
        "lead": lead,
        "seat": sum(column.seat == 0 for column in layout.columns),
        "names": layout.names_height,
        "heads": SUB_HEAD,
        "row": layout.row_height,
        "gap": BEFORE_TIES,
        "ties": ties,
        "pages": [
            {
                "drawing": page_svg(layout, page, _payloads(layout, page, document, version), dealers, strong),
                "rows": [row.hand for row in page.rows],
                "has_ties": bool(page.ties),
            }
            for page in layout.pages
        ],
        "sections": layout.sections and layout.sections._asdict(),
        "foot": foot_top(layout),
        "hints": _hints(layout),
        "table": f"{players} · {rows}",
    }


def _payloads(layout: Layout, page: Page, document: Json, version: str) -> list[str]:
    labels = document["labels"]
    rules = labels["rules"] or version
    return [
        payload_digits(
            Payload(
                game=GAMES[document["game"]],
                layout=layout.key,
                players=layout.players,
                hands=layout.hands,
                rules=int(rules.replace(".", "")),
                paper=layout.paper,
                page=page.number,
                corner=corner,
                sheet=labels["sheet_number"],
            )
        )
        for corner in range(CORNERS)
    ]


def _hints(layout: Layout) -> list[dict[str, Any]]:
    texts: Sequence[tuple[str, str]] = (
        (_("Figures read best like this"), ""),
        *([(_("Set"), _("one stroke through the tricks"))] if has_sets(layout) else []),
        (_("Wrong figure"), _("black it out, write the right one beside it: you are asked later")),
        (_("Afterwards"), _("Take a photo with all four corner marks in it.")),
    )
    return [
        {"x": place.x, "width": place.width, "indent": place.indent, "title": title, "text": text}
        for place, (title, text) in zip(hints(layout), texts, strict=False)
    ]
