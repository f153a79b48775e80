"""Which round changed the chances to win most, and which one was the turning point of the match.

Chances are counts by seat: how many of `SIMULATIONS` simulated continuations of a match each seat won. A curve is one
such count before the first round and one after each round.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

SIMULATIONS = 10_000
CLOSE = 2 * SIMULATIONS // 100  # two percentage points: changes that differ by no more count as equally large
Chances: TypeAlias = Mapping[int, int]


class Change(Struct, frozen=True):
    """How one round (from 1) changed the chances: `size` is half the sum of all seats' changes, `moves` is the chance
    before and after, by seat.
    """

    round: int
    size: int
    moves: Mapping[int, tuple[int, int]]

    @property
    def largest(self) -> Sequence[int]:
        """The seats whose chance changed, the largest change first."""
        moved = [seat for seat, (before, after) in self.moves.items() if before != after]
        return sorted(moved, key=lambda seat: -abs(self.moves[seat][1] - self.moves[seat][0]))


def changes(curve: Sequence[Chances]) -> list[Change]:
    """One Change for each round of the curve; a seat that joined or left during a round is not in its `moves`.

    >>> changes([{0: 5_000, 1: 5_000}, {0: 8_000, 1: 2_000}])
    [Change(round=1, size=3000, moves={0: (5000, 8000), 1: (5000, 2000)})]
    """
    found = []
    for number, (before, after) in enumerate(pairwise(curve), start=1):
        moves = {seat: (before[seat], chance) for seat, chance in after.items() if seat in before}
        found.append(Change(number, sum(abs(now - was) for was, now in moves.values()) // 2, moves))
    return found


def turning_point(curve: Sequence[Chances]) -> Change | None:
    """The change at the turning point: the largest, or None where no chance changed. Of several within two percentage
    points of the largest, it is the one after which the seat that is ahead at the end was never behind again, else the
    latest.
    """
    moved = changes(curve)
    most = max((each.size for each in moved), default=0)
    if most == 0:
        return None
    close = [each for each in moved if each.size >= most - CLOSE]
    lasting = stayed_ahead(curve)
    return next((each for each in close if each.round == lasting), close[-1])


def stayed_ahead(curve: Sequence[Chances]) -> int:
    """The round after which the seat that is ahead at the end was never behind again; 0 where it was ahead from the
    start.

    >>> stayed_ahead([{0: 5_000, 1: 5_000}, {0: 4_000, 1: 6_000}, {0: 7_000, 1: 3_000}])
    2
    """
    winner = ahead(curve[-1])
    behind = [number for number, chances in enumerate(curve) if ahead(chances) != winner]
    return behind[-1] + 1 if behind else 0


def ahead(chances: Chances) -> int:
    """The seat with the best chance; of several equal ones the first."""
    return max(chances, key=lambda seat: chances[seat])
