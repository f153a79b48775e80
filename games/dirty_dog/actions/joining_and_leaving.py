"""Helpers shared by the pages for late arrivals, leavers, void hands and stopping early: the table before and after the
action, and the plan that results.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import ngettext

from games.base.names import shortened
from games.dirty_dog import plans
from games.dirty_dog.entry.entry_rows import MANY, TIGHT, fitting
from scoring.base import with_names
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet
from scoring.dirty_dog.plan import largest_hand, most_seats


@dataclass(frozen=True)
class SeatRow:
    """One player of the table; `mark` is "top", "low" or "", `note` says what the action changes for that player."""

    name: str
    place: int
    total: int
    mark: str
    note: str = ""


def rows(sheet: DirtyDogSheet, names: Sequence[str], notes: dict[int, str]) -> list[SeatRow]:
    """Return a row for each active seat, clockwise, and for each departed seat that has a note (`notes`, by seat)."""
    place = {seat: rank.place for rank in DIRTY_DOG.ranks(sheet) for seat in rank.seats}
    totals = [sheet.totals[seat] for seat in sheet.active_seats]
    marks = {seat: _mark(sheet.totals[seat], totals) for seat in sheet.active_seats}
    return [
        SeatRow(names[seat], place[seat], sheet.totals[seat], marks.get(seat, ""), notes.get(seat, ""))
        for seat in sheet.seating_order
        if seat in sheet.active_seats or seat in notes
    ]


def _mark(total: int, totals: Sequence[int]) -> str:
    return "top" if total == max(totals) else "low" if total == min(totals) else ""


def offline_seating(sheet: DirtyDogSheet) -> dict[str, Any]:
    """Return what the tablet’s script needs to seat one player more or fewer without network: the sizes of all hands
    before any cap, the cards that may be dealt and the whole deck, the size of hands agreed to have no trump, the CSS
    classes by hand size, the row counts at which rows shrink, the most seats.
    """
    options, top = sheet.options, max(sheet.planned, default=0)
    return {
        "sizes": sheet.planned,
        "deck": largest_hand(1, options),
        "whole": options.deck,
        "bare": top if options.no_trump == "largest" else 0,
        "looks": [fitting(cards, 0) for cards in range(max(sheet.planned, default=0) + 1)],
        "many": (MANY, TIGHT),
        "most": most_seats(sheet.options),
    }


def plan_bars(before: DirtyDogSheet, after: DirtyDogSheet) -> plans.Bars:
    """Return the chart of the plan after the action, with the earlier hand sizes behind it where the number of hands is
    the same.
    """
    cards, was = after.plan.cards, before.plan.cards
    return plans.draw(cards, done=after.hand, now=True, was=was if len(was) == len(cards) else ())


def resized(before: DirtyDogSheet, after: DirtyDogSheet) -> list[tuple[str, str]]:
    """Return a pair (bold part, rest of the sentence) for each run of hands whose size changes: which, and why."""
    pairs = enumerate(zip(before.plan.cards, after.plan.cards, strict=False), 1)
    changed = [(hand, was, now) for hand, (was, now) in pairs if was != now]
    sentences = []
    for (was, now), group in groupby(changed, key=lambda each: each[1:]):
        hands = [hand for hand, _, _ in group]
        sentences.append((_resized(hands, now, was), _why(after)))
    return sentences


def _resized(hands: Sequence[int], now: int, was: int) -> str:
    words = ngettext("Hand {first}: {count} card, not {was}.", "Hand {first}: {count} cards, not {was}.", now)
    if len(hands) > 1:
        words = ngettext(
            "Hands {first} to {last}: {count} card, not {was}.",
            "Hands {first} to {last}: {count} cards, not {was}.",
            now,
        )
    return words.format(first=hands[0], last=hands[-1], count=now, was=was)


def _why(after: DirtyDogSheet) -> str:
    players = len(after.active_seats)
    words = ngettext(
        "{count} player, {cards} cards to share, one left to turn.",
        "{count} players, {cards} cards to share, one left to turn.",
        players,
    )
    return words.format(count=players, cards=after.options.deck - 1)


def last_deal(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str]) -> str:
    """Return a sentence where the player at the first dealer’s right will not deal last after the action; "" where that
    rule holds.
    """
    notice = next((notice for notice in after.warnings if notice.code == "final-dealer"), None)
    return with_names(notice.message, shortened(names)) if notice else ""


def deals_next(sheet: DirtyDogSheet, seat: int) -> int | None:
    """The number (from 1) of the next hand that the seat deals; None where it deals no more."""
    dealers = enumerate(sheet.plan.dealers, 1)
    return next((hand for hand, dealer in dealers if hand > sheet.hand and dealer == seat), None)


# CSS classes that position the chairs of a table and the free places between them (dogclub/styles/late/places.css):
# clockwise round a rectangle from its top left corner, one set of classes for a tablet and one (`narrow-…`) for a
# phone.


SMALL = 4  # up to so many chairs the grid is NARROW on a tablet too, beyond that WIDE
NARROW, WIDE = 3, 4
MOST_ROWS = 12  # rows that have a CSS class


def spots(chairs: int) -> Sequence[tuple[str, str]]:
    """Return, for each chair, its classes and those of the free place at its left."""
    clockwise = zip(_clockwise(chairs, _wide(chairs)), _clockwise(chairs, NARROW), strict=True)
    classes = [f"{_class(*spot)} {_class(*narrow, on='narrow-')}" for spot, narrow in clockwise]
    return list(zip(classes[::2], classes[1::2], strict=True))


def table_surface(chairs: int) -> str:
    """Return the classes of the table surface between the chairs; "" where there is no space for one."""
    (wide, rows), (narrow, narrow_rows) = _size(chairs, _wide(chairs)), _size(chairs, NARROW)
    if min(rows, narrow_rows, wide, narrow) < 3:
        return ""
    where = f"row-2 column-2 tall-{rows - 2} broad-{wide - 2}"
    return f"{where} narrow-row-2 narrow-column-2 narrow-tall-{narrow_rows - 2} narrow-broad-{narrow - 2}"


def _wide(chairs: int) -> int:
    return NARROW if chairs <= SMALL else WIDE


def _size(chairs: int, wide: int) -> tuple[int, int]:
    """Return the columns and rows of a grid `wide` columns wide whose border has two cells per chair."""
    rows = chairs + 2 - wide
    return (wide, rows) if rows >= 2 else (chairs, 2)


def _clockwise(chairs: int, wide: int) -> list[tuple[int, int]]:
    columns, rows = _size(chairs, wide)
    top = [(1, column) for column in range(1, columns + 1)]
    right = [(row, columns) for row in range(2, rows)]
    bottom = [(rows, column) for column in range(columns, 0, -1)]
    left = [(row, 1) for row in range(rows - 1, 1, -1)]
    return [*top, *right, *bottom, *left]


def _class(row: int, column: int, on: str = "") -> str:
    return f"{on}row-{min(row, MOST_ROWS)} {on}column-{column}"
