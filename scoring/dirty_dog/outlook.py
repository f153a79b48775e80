"""What is still possible: best and worst totals, who can still win, who can still be the loser.

One hand of c cards is worth -c to c + 5. Whoever takes all c tricks after bidding c has the best of it while all
others, who bid c as well, have the worst; whoever bids c and takes none has the worst while the others make their
bids and share the c tricks as they need them. So both ends can be reached exactly, and The Rule never stands in
the way. Once the bids of a hand are in, its tricks must add up, and every way they can still fall is weighed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.dirty_dog.hands.hand import points
from scoring.dirty_dog.sheet import DirtyDogSheet

MADE = 5
NEVER = 10**9


class Outlook(Struct, frozen=True):
    """What one seat can still reach."""

    best: int
    worst: int
    can_win: bool
    can_lose: bool


def outlook(sheet: DirtyDogSheet) -> Mapping[int, Outlook]:
    """The outlook of every seat while hands remain, leavers too; empty once the last hand is played."""
    if sheet.finished or len(sheet.active_seats) < 2:
        return {}
    bid = len(sheet.bids) == len(sheet.order)
    sizes = sheet.remaining[1:] if bid else sheet.remaining
    future = _Future(sheet, sheet.cards if bid else 0, sum(sizes), MADE * len(sizes))
    return {seat: future.of(seat) for seat in sheet.totals}


class _Future(Struct, frozen=True):
    """The tricks of the hand that is bid, then the cards and the bids to make of the open hands after it."""

    sheet: DirtyDogSheet
    tricks: int
    cards: int
    made: int

    def of(self, seat: int) -> Outlook:
        """The outlook of one seat; a leaver's total is frozen."""
        here = seat in self.sheet.active_seats
        up, down = (self.cards + self.made, self.cards) if here else (0, 0)
        now = self.totals(seat)
        can_win = here and any(self.beats(seat, took, total + up) for took, total in enumerate(now))
        can_lose = any(self.trails(seat, took, total - down) for took, total in enumerate(now))
        return Outlook(max(now) + up, min(now) - down, can_win, can_lose)

    def totals(self, seat: int) -> list[int]:
        """The total of a seat after the hand that is bid, by the tricks it takes."""
        total = self.sheet.totals[seat]
        if self.tricks == 0 or seat not in self.sheet.bids:
            return [total]
        return [total + points(self.sheet.bids[seat], took) for took in range(self.tricks + 1)]

    def beats(self, seat: int, took: int, best: int) -> bool:
        """Can all others stay at or below this total?"""
        return self.cheapest(seat, took, lambda total: max(0, total - self.cards - best)) == 0

    def trails(self, seat: int, took: int, worst: int) -> bool:
        """Can all others reach this total, sharing the tricks of the open hands as they need them?"""
        if any(worst > self.sheet.totals[gone] for gone in self.sheet.departed):
            return False
        return self.cheapest(seat, took, lambda total: max(0, worst - total - self.made)) <= self.cards

    def cheapest(self, seat: int, took: int, cost: Callable[[int], int]) -> int:
        """The least the others can be off together, over every way the rest of the tricks can fall to them."""
        others = (self.totals(other) for other in self.sheet.active_seats if other != seat)
        return shared([[cost(total) for total in totals] for totals in others], self.tricks - took)


def shared(costs: Iterable[Sequence[int]], tricks: int) -> int:
    """The least cost of sharing tricks out, where `costs[n][t]` is what t tricks cost the n-th.

    >>> shared([[0, 5, 9], [3, 1, 0]], 2)
    0
    """
    least = [0] + [NEVER] * tricks
    for cost in costs:
        reach = len(cost)
        least = [min(least[left - t] + cost[t] for t in range(min(left + 1, reach))) for left in range(tricks + 1)]
    return least[tricks]
