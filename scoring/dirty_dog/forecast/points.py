"""Points of the chances curve: in how many simulated continuations each seat wins and finishes last after a hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from scoring.dirty_dog.outlook import outlook
from scoring.dirty_dog.play import play
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.start import start
from scoring.turning import SIMULATIONS


class Point(Struct, frozen=True):
    """Counts by seat, each map adding up to `SIMULATIONS`; seats that nobody had taken yet are left out."""

    win: Mapping[int, int]
    last: Mapping[int, int]


class Bounds(Struct, frozen=True):
    """What is certain by arithmetic alone: the seats that are `out` (can no longer win) and `safe` (can no longer
    finish last).
    """

    out: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()


def sheets_after(seats: int, options: Any, entries: Iterable[Struct]) -> Sequence[DirtyDogSheet]:
    """The sheets before the first hand and after each scored one, as they were when the next one began: with those who
    joined or left in between, without any bids.
    """
    sheet = start(seats, options)
    after = {0: sheet}
    for entry in entries:
        sheet = play(sheet, entry)
        if not sheet.in_hand:
            after[sheet.hand] = sheet
    return [after[hand] for hand in sorted(after)]


def bounds(sheet: DirtyDogSheet) -> Bounds:
    """What is certain after a hand, for every seat that is; once the match is decided, for all seats."""
    if sheet.finished:
        return _decided(sheet)
    views = outlook(sheet)
    return Bounds(
        tuple(seat for seat, view in views.items() if not view.can_win),
        tuple(seat for seat, view in views.items() if not view.can_lose),
    )


def _decided(sheet: DirtyDogSheet) -> Bounds:
    point = settled(sheet)
    return Bounds(
        tuple(seat for seat in sheet.seating_order if not point.win[seat]),
        tuple(seat for seat in sheet.seating_order if not point.last[seat]),
    )


def settled(sheet: DirtyDogSheet) -> Point:
    """The chances when no hand is left to play: those who are tied have equal chances (DD-36, DD-40)."""
    level, low = _level(sheet)
    return Point(_shared(sheet.seating_order, level), _shared(sheet.seating_order, low))


def _level(sheet: DirtyDogSheet) -> tuple[Sequence[int], Sequence[int]]:
    """The seats that may still win and those that may still finish last. Where one tie reaches from top to bottom, its
    seats are in both.
    """
    best = max((sheet.totals[seat] for seat in sheet.active_seats), default=0)
    level = [seat for seat in sheet.active_seats if sheet.totals[seat] == best]
    least = min(sheet.totals[seat] for seat in sheet.seating_order if level != [seat])
    low: Sequence[int] = [seat for seat in sheet.seating_order if level != [seat] and sheet.totals[seat] == least]
    if sheet.ending is None:
        return level, low
    return sheet.ending.tied_top, low if sheet.ending.tied_bottom is None else sheet.ending.tied_bottom


def _shared(seating_order: Sequence[int], among: Sequence[int]) -> dict[int, int]:
    """`SIMULATIONS` divided evenly among some seats, the remainder going to the first of them, and 0 for the others."""
    each, over = divmod(SIMULATIONS, max(len(among), 1))
    shares = {seat: each + (place < over) for place, seat in enumerate(among)}
    return {seat: shares.get(seat, 0) for seat in seating_order}
