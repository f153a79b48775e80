"""The small named ints a hand leaves behind for each seat: statistics and history read exactly these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scoring.dirty_dog.cards import TRUMPS

if TYPE_CHECKING:
    from scoring.dirty_dog.line import DirtyDogLine


def of(line: DirtyDogLine) -> Mapping[int, Mapping[str, int]]:
    """Bid, tricks, made and what stood around them, a seat; nothing for a void hand.

    `position` is 0 for the first bidder; `barred` stands only at the dealer and only where The Rule forbade a value;
    `forced` is 1 where one legal bid was left (DD-G18); `streak` counts bids made in a row; `climb` is how many places
    the hand was worth (DD-G20); `away` is the distance to the bottom; `off` is tricks less bid; `from_dealer` counts
    the chairs to the left of the dealer's, `right` is the seat on the right; `trump` stands where it was written down
    (the place in TRUMPS).
    """
    if line.void:
        return {}
    trump = {} if line.trump is None else {"trump": TRUMPS.index(line.trump)}
    return {seat: _seat(line, seat, position) | trump for position, seat in enumerate(line.order)}


def _seat(line: DirtyDogLine, seat: int, position: int) -> dict[str, int]:
    now = place(line.totals, line.order, seat)
    found = {
        "bid": line.bids[seat],
        "tricks": line.tricks[seat],
        "made": int(line.bids[seat] == line.tricks[seat]),
        "cards": line.cards,
        "position": position,
        "dealer": int(seat == line.dealer),
        "forced": 0,
        "place": now,
        "climb": place(line.before, line.order, seat) - now,
        "streak": streak(line.forms[seat]),
        "away": line.totals[seat] - line.totals[line.bottom[0]],
        "off": line.tricks[seat] - line.bids[seat],
        "from_dealer": (position + 1) % len(line.order),
        "right": line.order[position - 1],
    }
    barred = line.barred if seat == line.dealer else None
    return found if barred is None else found | {"barred": barred, "forced": int(line.cards == 1)}


def place(totals: Mapping[int, int], among: tuple[int, ...], seat: int) -> int:
    """The place of a seat among others; level seats share it.

    >>> place({0: 5, 1: 9, 2: 5}, (0, 1, 2), 2)
    2
    """
    return 1 + sum(totals[other] > totals[seat] for other in among)


def streak(form: int) -> int:
    """Bids made in a row up to now.

    >>> streak(0b1_100), streak(0b1_00), streak(0b1_01)
    (2, 2, 0)
    """
    return (form & -form).bit_length() - 1
