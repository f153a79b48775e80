"""Ranking by totals: tied seats share a place, and the next place counts them (1, 1, 3)."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from scoring.base import Rank


def places(totals: Mapping[int, int], keys: Mapping[int, Any] | None = None) -> tuple[Rank, ...]:
    """Rank seats by their totals, or by `keys` (comparable values by seat) that refine the totals; the highest comes
    first.

    >>> [(rank.place, rank.seats) for rank in places({0: 7, 1: 9, 2: 7, 3: 1})]
    [(1, (1,)), (2, (0, 2)), (4, (3,))]
    """
    by = totals if keys is None else keys
    ranks: list[Rank] = []
    place = 1
    for _, group in groupby(sorted(totals, key=lambda seat: by[seat], reverse=True), key=lambda seat: by[seat]):
        seats = tuple(group)
        ranks.append(Rank(place, seats, totals[seats[0]]))
        place += len(seats)
    return tuple(ranks)
