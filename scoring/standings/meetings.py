"""Counts who finished ahead of whom in matches that both played."""

from collections.abc import Callable, Collection, Iterable
from itertools import permutations

from scoring.standings.results import Result

Met = dict[int, tuple[int, int]]
Meetings = Callable[[Collection[int]], Met]


def meetings_in(results: Iterable[Result]) -> Meetings:
    """Return a function that, for a group of players, counts {player: (ahead, behind)}: how often each finished ahead
    of another of the group, and how often behind.

    >>> meetings_in([Result(1, "m", 1, 4), Result(2, "m", 3, 4), Result(3, "m", 2, 4)])([1, 2])
    {1: (1, 0), 2: (0, 1)}
    """
    events: dict[str, list[Result]] = {}
    for result in results:
        events.setdefault(result.event, []).append(result)
    return lambda group: _met(events.values(), group)


def _met(events: Iterable[Collection[Result]], group: Collection[int]) -> Met:
    ahead, behind = dict.fromkeys(group, 0), dict.fromkeys(group, 0)
    for event in events:
        for one, other in permutations([result for result in event if result.player in ahead], 2):
            ahead[one.player] += one.place < other.place
            behind[one.player] += one.place > other.place
    return {player: (ahead[player], behind[player]) for player in group}
