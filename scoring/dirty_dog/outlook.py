"""What each seat can still reach: its best and worst total, and whether it can still win or lose.

One hand of c cards is worth -c to c + 5. A player who bids c and takes all c tricks has the best result while all
others, who bid c as well, have the worst; a player who bids c and takes none has the worst result while the others make
their bids and share the c tricks as they need them. So both extremes can be reached exactly, and The Rule never
prevents it. Once the bids of a hand are in, its tricks must add up, and every distribution of them is considered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.dirty_dog.hands.hand import points
from scoring.dirty_dog.sheet import DirtyDogSheet

MADE = 5
NEVER = 10**9


class Outlook(Struct, frozen=True):
    """What one seat can still reach: its best and worst total, whether it can win, and whether it can be the loser."""

    best: int
    worst: int
    can_win: bool
    can_lose: bool


def outlook(sheet: DirtyDogSheet) -> Mapping[int, Outlook]:
    """The outlook of every seat while hands remain, leavers included; empty once the last hand is played."""
    if sheet.finished or len(sheet.active_seats) < 2:
        return {}
    bid = len(sheet.bids) == len(sheet.order)
    sizes = sheet.remaining[1:] if bid else sheet.remaining
    future = _Future(sheet, sheet.cards if bid else 0, sum(sizes), MADE * len(sizes))
    return {seat: future.of(seat) for seat in sheet.totals}


class _Future(Struct, frozen=True):
    """The hands that are left: `tricks` of the hand whose bids are in (0: none), then, summed over the hands after it,
    their `cards` and the points for making every bid (`made`).
    """

    sheet: DirtyDogSheet
    tricks: int
    cards: int
    made: int

    def of(self, seat: int) -> Outlook:
        """The outlook of one seat; the total of one that has left does not change."""
        here = seat in self.sheet.active_seats
        up, down = (self.cards + self.made, self.cards) if here else (0, 0)
        now = self.totals(seat)
        can_win = here and any(self.beats(seat, took, total + up) for took, total in enumerate(now))
        can_lose = any(self.trails(seat, took, total - down) for took, total in enumerate(now))
        return Outlook(max(now) + up, min(now) - down, can_win, can_lose)

    def totals(self, seat: int) -> list[int]:
        """The possible totals of a seat after the hand whose bids are in, by the number of tricks it takes."""
        total = self.sheet.totals[seat]
        if self.tricks == 0 or seat not in self.sheet.bids:
            return [total]
        return [total + points(self.sheet.bids[seat], took) for took in range(self.tricks + 1)]

    def beats(self, seat: int, took: int, best: int) -> bool:
        """Whether all others can stay at or below the total `best`, if the seat takes `took` tricks in the hand whose
        bids are in.
        """
        return self.cheapest(seat, took, lambda total: max(0, total - self.cards - best)) == 0

    def trails(self, seat: int, took: int, worst: int) -> bool:
        """Whether all others can reach the total `worst`, sharing the tricks of the later hands as they need them."""
        if any(worst > self.sheet.totals[gone] for gone in self.sheet.departed):
            return False
        return self.cheapest(seat, took, lambda total: max(0, worst - total - self.made)) <= self.cards

    def cheapest(self, seat: int, took: int, cost: Callable[[int], int]) -> int:
        """The least sum of `cost` of the others' totals, over every distribution of the remaining tricks among them."""
        others = (self.totals(other) for other in self.sheet.active_seats if other != seat)
        return shared([[cost(total) for total in totals] for totals in others], self.tricks - took)


def shared(costs: Iterable[Sequence[int]], tricks: int) -> int:
    """The least cost of distributing so many tricks, where `costs[n][t]` is the cost of t tricks for player n; NEVER or
    more where they cannot all be placed.

    >>> shared([[0, 5, 9], [3, 1, 0]], 2)
    0
    """
    least = [0] + [NEVER] * tricks
    for cost in costs:
        reach = len(cost)
        least = [min(least[left - t] + cost[t] for t in range(min(left + 1, reach))) for left in range(tricks + 1)]
    return least[tricks]
