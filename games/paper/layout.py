"""Lays a marked sheet out: its columns and rows, and the frames to write in."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.paper.geometry import (
    AROUND_NAME,
    BAND,
    BEFORE_TIES,
    BESIDE,
    BESIDE_GAP,
    CORNERS,
    EDGE,
    GAP,
    HALVES,
    HEAD,
    LAYOUTS,
    LEAST_HEIGHT,
    LEAST_POINTS,
    LEAST_WIDTH,
    MARK,
    MOST_HANDS,
    MOST_PAGES,
    PAPERS,
    ROUND_TOTAL,
    SIDE,
    SUB_HEAD,
    TALLEST_ROW,
    TIES,
    Cell,
    Column,
    Kind,
    Layout,
    LayoutError,
    LayoutKey,
    Mark,
    Page,
    PaperKey,
    Rect,
    Row,
)


@dataclass(frozen=True)
class _Style:
    """How one layout differs from the others."""

    names: float
    inset: tuple[float, float]
    tick: float
    lead: tuple[tuple[str, float], ...]
    tail: tuple[tuple[str, float], ...]
    shares: tuple[float, ...]  # of a seat's width: bid, tricks, points where there are any, total; or those of `own`
    own: tuple[str, ...] = ()  # the columns of a seat in games other than Dirty Dog
    players: tuple[int, int] = (3, 10)
    upright: int = 6  # the most players of an upright sheet
    ties: int = TIES  # rows below the last
    tallest: float = TALLEST_ROW
    is_half: bool = False  # half a page, across


_DEALER = ("dealer", 14.5)
_WITHOUT_POINTS = (0.285, 0.285, 0.43)
_NARROW = (0.31, 0.31, 0.38)  # of a narrow seat: no figure may lack room
_STYLES: dict[LayoutKey, _Style] = {
    "rev1": _Style(11.5, (0.8, 1.1), 1.15, (("hand", 9.0), ("cards", 9.0)), (), _WITHOUT_POINTS),
    "rev2": _Style(
        names=10.0,
        inset=(0.55, 0.75),
        tick=0.95,
        lead=(("hand", 6.2), ("cards", 7.6), _DEALER, ("trump", 9.6)),
        tail=(("bids", 9.0),),
        shares=(0.223, 0.223, 0.212, 0.342),
        upright=0,
    ),
    "rounds": _Style(
        names=11.5,
        inset=(0.8, 1.1),
        tick=1.15,
        lead=(("round", 12.0),),
        tail=(("tied", 12.0),),
        shares=(0.5, 0.5),
        own=("won", "total"),
        players=(2, 4),
        ties=0,
    ),
    "series": _Style(
        names=10.0,
        inset=(0.8, 1.1),
        tick=1.15,
        lead=(("game", 12.0), ("starts", 20.0)),
        tail=(),
        shares=(0.5, 0.5),
        own=("left", "wins"),
        players=(2, 4),
        ties=1,
        is_half=True,
    ),
    "base": _Style(
        names=11.5,
        inset=(0.8, 1.1),
        tick=1.15,
        lead=(("game", 14.0),),
        tail=(),
        shares=(0.5, 0.24, 0.26),
        own=("captured", "pile", "total"),
        players=(2, 2),
        ties=0,
        tallest=34.0,
    ),
}
_WIDEST = {"won": 1.5, "left": 1.5, "pile": 1.8, "total": 2.2}  # frames of these games: the width, in heights
_HIGHEST = 11.8  # of such a frame
_ROUNDING = 1e-9


def sheet_layout(layout: str, players: int, hands: int, paper: str) -> Layout:
    """The geometry of the sheet for so many players and hands; a plan too long for one page has two.

    Raises LayoutError for an unknown layout or paper, for fewer or more players than it is for, and for more hands than
    two pages hold.
    """
    key = next((each for each in LAYOUTS if each == layout), None)
    if key is None:
        raise LayoutError(f"A sheet with marks is one of {', '.join(LAYOUTS)}, not “{layout}”.")
    size = next((each for each in PAPERS if each == paper), None)
    if size is None:
        raise LayoutError(f"A sheet with marks is on {' or '.join(PAPERS)}, not on “{paper}”.")
    fewest, most = _STYLES[key].players
    if not fewest <= players <= most:
        raise LayoutError(f"A sheet with marks is for {fewest} to {most} players, not for {players}.")
    if not 1 <= hands <= MOST_HANDS:
        raise LayoutError(f"A sheet with marks has 1 to {MOST_HANDS} hands, not {hands}.")
    return _laid_out(key, players, hands, size)


@functools.lru_cache(maxsize=64)
def _laid_out(key: LayoutKey, players: int, hands: int, paper: PaperKey) -> Layout:
    style = _STYLES[key]
    short, long = PAPERS[paper]
    width, height = (short, long) if players <= style.upright else (long, short)
    if style.is_half:
        width, height = HALVES[paper]
    is_beside, columns = _columns(key, players, width - 2 * SIDE)
    top, bottom = EDGE + MARK + HEAD + GAP, height - EDGE - MARK - GAP
    fit = _fit(style, hands, bottom - top, BAND if key == "rev2" and not is_beside else 0.0)
    return Layout(
        key=key,
        players=players,
        hands=hands,
        paper=paper,
        page=(width, height),
        marks=tuple(_marks(width, height)),
        pages=tuple(_page(number, hands, fit, style, columns, top) for number in range(fit.pages)),
        columns=columns,
        names_height=style.names,
        row_height=fit.row,
        tick=style.tick,
        sections=_sections(width, top, bottom, fit.band, is_beside=is_beside),
    )


def _marks(width: float, height: float) -> Iterator[Mark]:
    across, down = (SIDE + MARK / 2, width - SIDE - MARK / 2), (EDGE + MARK / 2, height - EDGE - MARK / 2)
    for corner in range(CORNERS):
        yield Mark(corner, across[corner % 2], down[corner // 2])


def _sections(width: float, top: float, bottom: float, band: float, *, is_beside: bool) -> Rect | None:
    if is_beside:
        return Rect(width - SIDE - BESIDE, top, BESIDE, bottom - top)
    return Rect(SIDE, bottom - band + GAP, width - 2 * SIDE, band - GAP) if band else None


# The columns, and how wide they are.


_CHOICES = (  # the sections beside the grid, a column of dealers, columns of points
    (True, True, True),
    (True, False, True),
    (False, True, True),
    (False, False, True),
    (False, True, False),
    (False, False, False),
)


def _columns(key: LayoutKey, players: int, room: float) -> tuple[bool, tuple[Column, ...]]:
    """Whether the sections of rev 2 stand beside the grid, and the columns of the grid.

    Frames wide enough to write in come first. So with many players rev 2 leaves out the column of dealers, whom the
    grey corners show as well, then its sections go below the grid, then the points are left out.
    """
    style = _STYLES[key]
    if style.own:
        return False, _by_shares(style, players, room)
    if key == "rev1":
        shares = style.shares if players < style.upright else _NARROW
        return False, _over(style, style.lead, shares, players, room)
    for is_beside, has_dealer, has_points in _CHOICES:
        lead = style.lead if has_dealer else tuple(each for each in style.lead if each != _DEALER)
        shares = style.shares if has_points else _WITHOUT_POINTS
        columns = _over(style, lead, shares, players, room - (BESIDE + BESIDE_GAP if is_beside else 0.0))
        if all(column.width >= _least(style, column.key) - _ROUNDING for column in columns):
            return is_beside, columns
    raise LayoutError(f"The frames of {players} players would be too narrow on {key}.")


def _least(style: _Style, key: str) -> float:
    """The least width of a column of this kind; 0 outside the seats."""
    frame = LEAST_WIDTH + 2 * style.inset[0]
    return {"bid": frame, "tricks": frame, "total": frame + 2 * ROUND_TOTAL[0], "points": LEAST_POINTS}.get(key, 0.0)


def _over(
    style: _Style, lead: Sequence[tuple[str, float]], shares: Sequence[float], players: int, room: float
) -> tuple[Column, ...]:
    """The columns in so much room; the points have what bid, tricks and total leave."""
    seat = (room - sum(width for _key, width in (*lead, *style.tail))) / players
    bid = max(shares[0] * seat, _least(style, "bid"))
    total = max(shares[-1] * seat, _least(style, "total"))
    rest = seat - 2 * bid
    has_points = len(shares) > len(_WITHOUT_POINTS)
    last = [("points", rest - total), ("total", total)] if has_points else [("total", rest)]
    return _side_by_side(lead, [("bid", bid), ("tricks", bid), *last], style.tail, players)


def _by_shares(style: _Style, players: int, room: float) -> tuple[Column, ...]:
    """The columns of a game other than Dirty Dog."""
    seat = (room - sum(width for _key, width in (*style.lead, *style.tail))) / players
    own = [(key, share * seat) for key, share in zip(style.own, style.shares, strict=True)]
    return _side_by_side(style.lead, own, style.tail, players)


def _side_by_side(
    lead: Sequence[tuple[str, float]],
    own: Sequence[tuple[str, float]],
    tail: Sequence[tuple[str, float]],
    players: int,
) -> tuple[Column, ...]:
    """The columns before the seats, those of each seat, and those after them, as keys with widths."""
    every: list[tuple[str, float, int | None]] = [(key, width, None) for key, width in lead]
    for number in range(players):
        every += [(key, width, number) for key, width in own]
    every += [(key, width, None) for key, width in tail]
    columns, x = list[Column](), SIDE
    for key, width, at in every:
        columns.append(Column(key, x, width, at))
        x += width
    return tuple(columns)


# How many pages a plan needs, and what stands on them.


class _Fit(NamedTuple):
    pages: int
    each: int  # hands on a page; the last may have fewer
    band: float  # the height of the sections below the grid
    row: float  # the height of a row


def _fit(style: _Style, hands: int, room: float, band: float) -> _Fit:
    """The fewest pages on which no frame is too low; before a second page is used, sections below the grid give way."""
    least = LEAST_HEIGHT + 2 * (style.inset[1] + ROUND_TOTAL[1])
    for pages in range(1, MOST_PAGES + 1):
        each = -(-hands // pages)
        rows = max(each, hands - (pages - 1) * each + style.ties)
        for below in (band, 0.0):
            row = (room - below - style.names - SUB_HEAD - (BEFORE_TIES if style.ties else 0.0)) / rows
            if row >= least - _ROUNDING:
                return _Fit(pages, each, below, min(row, style.tallest))
    raise LayoutError(f"{hands} hands do not fit on {MOST_PAGES} pages of this sheet.")


def _page(number: int, hands: int, fit: _Fit, style: _Style, columns: Sequence[Column], top: float) -> Page:
    first = top + style.names + SUB_HEAD
    part = range(number * fit.each, min((number + 1) * fit.each, hands))
    rows = tuple(Row(hand, first + at * fit.row) for at, hand in enumerate(part))
    end = first + len(rows) * fit.row
    below = style.ties if part.stop == hands else 0
    ties = tuple(Row(None, end + BEFORE_TIES + at * fit.row) for at in range(below))
    bottom = ties[-1].y + fit.row if ties else end
    left, right = columns[0].x, columns[-1].x + columns[-1].width
    cells = [*_names(columns, style, top), *_figures(columns, style, rows, fit.row)]
    if len(ties) == TIES:
        cells += _of_ties(columns, style, ties, fit.row)
    return Page(number, Rect(left, top, right - left, bottom - top), rows, ties, tuple(cells))


def _names(columns: Sequence[Column], style: _Style, top: float) -> Iterator[Cell]:
    for seat, own in enumerate(seats(columns)):
        box = Rect(own[0].x, top, sum(column.width for column in own), style.names)
        yield Cell("name", None, seat, box.inset(*AROUND_NAME), box)


def seats(columns: Sequence[Column]) -> list[list[Column]]:
    """The columns of each seat."""
    players = 1 + max(column.seat for column in columns if column.seat is not None)
    return [[column for column in columns if column.seat == seat] for seat in range(players)]


_FRAMED: dict[str, tuple[Kind, tuple[float, float]]] = {
    "bid": ("bid", (0.0, 0.0)),
    "tricks": ("tricks", (0.0, 0.0)),
    "won": ("won", (0.0, 0.0)),
    "left": ("left", (0.0, 0.0)),
    "wins": ("total", ROUND_TOTAL),
    "pile": ("pile", (0.0, 0.0)),
    "total": ("total", ROUND_TOTAL),
}


def _figures(columns: Sequence[Column], style: _Style, rows: Sequence[Row], height: float) -> Iterator[Cell]:
    for row in rows:
        for column in columns:
            if column.seat is not None and column.key in _FRAMED:
                kind, around = _FRAMED[column.key]
                box = Rect(column.x, row.y, column.width, height)
                frame = box.inset(*style.inset).inset(*around)
                if style.own:
                    frame = frame.inset(0.0, max(0.0, (frame.height - _HIGHEST) / 2))
                    frame = frame.inset(max(0.0, (frame.width - _WIDEST[kind] * frame.height) / 2), 0.0)
                yield Cell(kind, row.hand, column.seat, frame, box)


def _of_ties(columns: Sequence[Column], style: _Style, ties: Sequence[Row], height: float) -> Iterator[Cell]:
    """Bid and tricks of the tie-break hand; below them, as wide as both, the pulled card."""
    hand, pull = ties
    for seat, (bid, tricks, *_rest) in enumerate(seats(columns)):
        boxes: tuple[tuple[Kind, Rect], ...] = (
            ("tiebreak-bid", Rect(bid.x, hand.y, bid.width, height)),
            ("tiebreak-tricks", Rect(tricks.x, hand.y, tricks.width, height)),
            ("card", Rect(bid.x, pull.y, bid.width + tricks.width, height)),
        )
        for kind, box in boxes:
            yield Cell(kind, None, seat, box.inset(*style.inset), box)
