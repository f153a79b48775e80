"""A scored hand, and the facts it provides for statistics."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import Line
from scoring.dirty_dog.hands.cards import TRUMPS


class ScoredHand(Line, frozen=True, dict=True):
    """A hand as it was played, with its result. A void hand brings no points (DD-55).

    `hand` is its number in the plan, from 1, and `order` the bidding order. `before` are the totals before it, `forms`
    the bids made and missed up to and with it, as in `DirtyDogSheet.forms`.
    """

    hand: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    trump: str | None
    flip: str | None
    bids: Mapping[int, int]
    tricks: Mapping[int, int]
    void: bool
    before: Mapping[int, int]
    forms: Mapping[int, int]

    @cached_property
    def seated(self) -> tuple[int, ...]:
        """Everybody at the table, in seat order."""
        return tuple(seat for seat in self.totals if seat in self.order)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """In the box: the seats at the table with the highest total (DD-32)."""
        return self._holding(max(self.totals[seat] for seat in self.order)) if self.order else ()

    @cached_property
    def bottom(self) -> tuple[int, ...]:
        """In the circle: the seats at the table with the lowest total (DD-32)."""
        return self._holding(min(self.totals[seat] for seat in self.order)) if self.order else ()

    def _holding(self, value: int) -> tuple[int, ...]:
        return tuple(seat for seat, total in self.totals.items() if total == value and seat in self.order)

    @property
    def made(self) -> Mapping[int, bool]:
        """Whether each seat took exactly what it bid (DD-27, DD-28); empty for a void hand."""
        return {} if self.void else {seat: self.bids[seat] == tricks for seat, tricks in self.tricks.items()}

    @property
    def bid_total(self) -> int:
        """The sum of all bids."""
        return sum(self.bids.values())

    @property
    def barred(self) -> int | None:
        """The bid The Rule forbade the dealer, or None (DD-18)."""
        before = [seat for seat in self.order if seat != self.dealer]
        if not self.order or any(seat not in self.bids for seat in before):
            return None
        left = self.cards - sum(self.bids[seat] for seat in before)
        return left if left >= 0 else None

    @property
    def is_scored(self) -> bool:
        """Whether this hand counts; does not compute the facts, which pages that only count hands do not need."""
        return bool(self.order) and not self.void

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Bid, tricks, whether it was made, and the circumstances, by seat; empty for a void hand.

        `position` is 0 for the first bidder; `barred` exists only for the dealer and only where The Rule forbade a
        value; `forced` is 1 where one legal bid was left (DD-G18); `streak` counts bids made in a row; `climb` is how
        many places the seat rose (DD-G20); `away` is the distance to the bottom in points; `off` is tricks minus bid;
        `from_dealer` counts the chairs to the left of the dealer's, `right` is the seat on the right; `trump` exists
        where it was written down (its index in TRUMPS).
        """
        if self.void:
            return {}
        trump = {} if self.trump is None else {"trump": TRUMPS.index(self.trump)}
        return {seat: _facts(self, seat, position) | trump for position, seat in enumerate(self.order)}


def _facts(line: ScoredHand, seat: int, position: int) -> dict[str, int]:
    now = place(line.totals, line.order, seat)
    facts = {
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
    return facts if barred is None else facts | {"barred": barred, "forced": int(line.cards == 1)}


def place(totals: Mapping[int, int], among: tuple[int, ...], seat: int) -> int:
    """The place of a seat among others, from 1; tied seats share it.

    >>> place({0: 5, 1: 9, 2: 5}, (0, 1, 2), 2)
    2
    """
    return 1 + sum(totals[other] > totals[seat] for other in among)


def streak(form: int) -> int:
    """How many bids were made in a row up to now; `form` is as in `DirtyDogSheet.forms`.

    >>> streak(0b1_100), streak(0b1_00), streak(0b1_01)
    (2, 2, 0)
    """
    return (form & -form).bit_length() - 1
