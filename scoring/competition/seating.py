"""Seating by earlier meetings: the tables at which those sit together who have met least, and how chance compares.

Players are indices from 0; `Met` says how often each two of them have sat at one table, from 0 on.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from msgspec import Struct

Pair = tuple[int, int]  # two players, the smaller index first
Met = Mapping[Pair, int]  # pairs that never met may be left out
Tables = Sequence[Sequence[int]]

WORK = 12_000  # bounds the number of starts: of more players, fewer starts
SAMPLES = 200  # draws by chance that are looked at


class Chance(Protocol):
    """What draws: `random.Random` with a seed, which makes a draw repeatable."""

    def sample(self, population: Sequence[int], k: int) -> list[int]:
        """Return k of these in an order by chance."""


class Meetings(Struct, frozen=True):
    """What a draw means: `first` pairs sit together for the first time, and the two who met most do so for the
    `most`-th time (1: nobody has met before; 0: nobody sits with anybody).
    """

    first: int
    most: int


class ByChance(Struct, frozen=True):
    """Draws by chance of the same sizes: `first` pairs meet for the first time on average; in `tenths` of ten draws
    (1 to 10) two meet at least for the `most`-th time.
    """

    first: float
    most: int
    tenths: int


def least_met(sizes: Sequence[int], met: Met, chance: Chance) -> list[list[int]]:
    """Return tables of these sizes, with the smallest sum of the squares of earlier meetings that was found, then the
    smallest highest number of meetings; which one among equal tables, `chance` decides, and so the order of seats.

    Two players are swapped between tables as long as that makes the sum smaller, from several starts by chance.

    >>> from random import Random
    >>> sorted(map(sorted, least_met([2, 2], {(0, 1): 2, (2, 3): 1, (0, 2): 1}, Random(1))))
    [[0, 3], [1, 2]]
    """
    players = sum(sizes)
    squares = [[met.get((min(one, two), max(one, two)), 0) ** 2 for two in range(players)] for one in range(players)]
    starts = max(2, min(60, WORK // max(players * players, 1)))
    found = [_improved(_by_chance(sizes, chance), squares) for _ in range(starts)]
    best = min(found, key=lambda tables: _cost(tables, squares))
    return [chance.sample(table, len(table)) for table in best]


def meetings(tables: Tables, met: Met) -> Meetings:
    """Count what it means that these sit together now.

    >>> meetings([[0, 1, 2]], {(0, 1): 2})
    Meetings(first=2, most=3)
    """
    times = [met.get(pair, 0) for pair in pairs(tables)]
    return Meetings(times.count(0), max(times, default=-1) + 1)


def by_chance(sizes: Sequence[int], met: Met, chance: Chance) -> ByChance:
    """Return the same of draws by chance: exact for first meetings; the highest number that comes in at least half of
    the draws, from a sample.

    >>> from random import Random
    >>> by_chance([2, 2], {(0, 1): 1, (0, 2): 1, (0, 3): 1}, Random(1))
    ByChance(first=1.0, most=2, tenths=10)
    """
    players = sum(sizes)
    ways = players * (players - 1) // 2
    together = sum(size * (size - 1) // 2 for size in sizes)
    never = ways - sum(1 for times in met.values() if times)
    most = sorted(meetings(_by_chance(sizes, chance), met).most for _ in range(SAMPLES))
    often = most[SAMPLES // 2]
    share = sum(1 for each in most if each >= often) / SAMPLES
    return ByChance(never * together / ways if ways else 0.0, often, round(10 * share))


def pairs(tables: Tables) -> Iterator[Pair]:
    """Yield each two who sit at one table, the smaller index first."""
    for table in tables:
        yield from combinations(sorted(table), 2)


def _by_chance(sizes: Sequence[int], chance: Chance) -> list[list[int]]:
    order = iter(chance.sample(range(sum(sizes)), sum(sizes)))
    return [[next(order) for _ in range(size)] for size in sizes]


def _improved(tables: list[list[int]], squares: Sequence[Sequence[int]]) -> list[list[int]]:
    """Swap two players of different tables as long as one such swap makes the sum smaller."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for place in range(len(one)):
                for there in range(len(other)):
                    if _gain(one, place, other, there, squares) > 0:
                        one[place], other[there] = other[there], one[place]
                        better = True
    return tables


def _gain(one: Sequence[int], place: int, other: Sequence[int], there: int, squares: Sequence[Sequence[int]]) -> int:
    """Return by how much the sum becomes smaller if these two change their tables."""
    first, second = squares[one[place]], squares[other[there]]
    between = first[other[there]]
    stay = sum(first[each] for each in one) + sum(second[each] for each in other)
    move = sum(second[each] for each in one) + sum(first[each] for each in other) - 2 * between
    return stay - move


def _cost(tables: Tables, squares: Sequence[Sequence[int]]) -> tuple[int, int]:
    times = [squares[one][two] for one, two in pairs(tables)]
    return sum(times), max(times, default=0)
