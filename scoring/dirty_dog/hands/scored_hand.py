"""A hand that has been scored, and what it leaves behind for statistics."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import Line
from scoring.dirty_dog.hands.cards import TRUMPS


class ScoredHand(Line, frozen=True, dict=True):
    """One hand: what was bid and taken, and what came of it. A void hand brings no points (DD-55)."""

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
        """Everybody at the table, in the order of the seats."""
        return tuple(seat for seat in self.totals if seat in self.order)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """In the box: everybody at the table with the highest total (DD-32)."""
        return self._holding(max(self.totals[seat] for seat in self.order)) if self.order else ()

    @cached_property
    def bottom(self) -> tuple[int, ...]:
        """In the circle: everybody at the table with the lowest total (DD-32)."""
        return self._holding(min(self.totals[seat] for seat in self.order)) if self.order else ()

    def _holding(self, value: int) -> tuple[int, ...]:
        return tuple(seat for seat, total in self.totals.items() if total == value and seat in self.order)

    @property
    def made(self) -> Mapping[int, bool]:
        """Who took exactly what was bid (DD-27, DD-28); nobody in a void hand."""
        return {} if self.void else {seat: self.bids[seat] == tricks for seat, tricks in self.tricks.items()}

    @property
    def bid_total(self) -> int:
        """All bids together."""
        return sum(self.bids.values())

    @property
    def barred(self) -> int | None:
        """The bid The Rule forbade the dealer, if there was one (DD-18)."""
        before = [seat for seat in self.order if seat != self.dealer]
        if not self.order or any(seat not in self.bids for seat in before):
            return None
        left = self.cards - sum(self.bids[seat] for seat in before)
        return left if left >= 0 else None

    @property
    def is_scored(self) -> bool:
        """Without working out the facts, which a page that only counts hands has no use for."""
        return bool(self.order) and not self.void

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Bid, tricks, made and what stood around them, a seat; nothing for a void hand.

        `position` is 0 for the first bidder; `barred` stands only at the dealer and only where The Rule forbade a
        value; `forced` is 1 where one legal bid was left (DD-G18); `streak` counts bids made in a row; `climb` is how
        many places the hand was worth (DD-G20); `away` is the distance to the bottom; `off` is tricks less bid;
        `from_dealer` counts the chairs to the left of the dealer's, `right` is the seat on the right; `trump` stands
        where it was written down (the place in TRUMPS).
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
