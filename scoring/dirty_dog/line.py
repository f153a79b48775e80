"""A hand that has been scored."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import CallOut, Line
from scoring.dirty_dog import callouts, facts


class DirtyDogLine(Line, frozen=True, dict=True):
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

    @cached_property
    def callouts(self) -> tuple[CallOut, ...]:
        """What the table shouts after this hand (DD-G01 to DD-G20)."""
        return callouts.of(self)

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Small named ints a seat, for statistics and history."""
        return facts.of(self)
