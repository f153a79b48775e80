"""Those who have met least sit together: as few earlier meetings as possible, and the same for the same seed."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from scoring.competition.seating import Meetings, Pair, Tables, by_chance, least_met, meetings, pairs

LINES = """2
2 1
0 1 0
2 0 2 1
0 2 0 2 2
2 2 0 0 2 1
2 3 1 1 0 1 1
0 1 1 1 3 2 2 0
3 1 3 1 4 1 1 1 2
1 1 1 1 2 2 0 0 1 2
0 3 0 1 1 3 2 1 2 0 1
3 4 1 0 1 1 3 2 1 2 1 2
2 1 0 0 2 1 3 1 1 1 0 1 2"""
FOURTEEN = {
    (other, player): int(times)
    for player, line in enumerate(LINES.splitlines(), 1)
    for other, times in enumerate(line.split())
}


def cost(tables: Tables) -> tuple[int, int]:
    """Sum of the squares and the highest number of earlier meetings, of fourteen."""
    times = [FOURTEEN[pair] for pair in pairs(tables)]
    return sum(each * each for each in times), max(times)


@pytest.mark.parametrize("seed", range(6))
def test_of_all_1716_ways_the_one_with_the_fewest_meetings_is_drawn(seed: int) -> None:
    ways = ([[0, *some], [each for each in range(1, 14) if each not in some]] for some in combinations(range(1, 14), 6))
    drawn = least_met([7, 7], FOURTEEN, Random(seed))
    assert cost(drawn) == min(map(cost, ways))
    assert meetings(drawn, FOURTEEN) == Meetings(first=11, most=3)


def test_chance_is_said_with_the_same_figures() -> None:
    chance = by_chance([7, 7], FOURTEEN, Random(7))
    assert (round(chance.first), chance.most) == (9, 5)
    assert chance.tenths in (6, 7, 8)


@pytest.mark.parametrize("sizes", [[6, 6], [4, 4, 4]])
@pytest.mark.parametrize("seed", range(5))
def test_twelve_on_ten_nights_meet_about_equally_often(sizes: list[int], seed: int) -> None:
    """The largest and the smallest number of meetings of any two differ by two at most."""
    met: Counter[Pair] = Counter()
    for night in range(10):
        met.update(pairs(least_met(sizes, met, Random(100 * seed + night))))
    times = [met[pair] for pair in combinations(range(12), 2)]
    assert max(times) - min(times) <= 2


def test_the_same_seed_draws_the_same_tables_and_another_one_others() -> None:
    drawn = [least_met([4, 4], {}, Random(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_tables_keep_their_sizes_and_everybody_one_seat() -> None:
    drawn = least_met([4, 3, 3], {(0, 1): 3}, Random(3))
    assert [len(table) for table in drawn] == [4, 3, 3]
    assert sorted(player for table in drawn for player in table) == list(range(10))


def test_nobody_meets_where_nobody_sits() -> None:
    assert least_met([], {}, Random(1)) == []
    assert meetings([[0]], {}) == Meetings(first=0, most=0)
    assert by_chance([1], {}, Random(1)).first == 0.0
