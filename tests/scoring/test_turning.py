"""The round that turned a match."""

import pytest

from scoring.turning import SIMULATIONS, changes, stayed_ahead, turning_point


def curve(*leads: int) -> list[dict[int, int]]:
    """A forecast of two players, by the chance of the first in per cent after each round."""
    return [{0: lead * 100, 1: SIMULATIONS - lead * 100} for lead in leads]


@pytest.mark.parametrize(
    ("leads", "number"),
    [
        ((50, 60, 90, 95, 100), 2),  # the largest change
        ((40, 70, 41, 70, 100), 3),  # the second of two equal changes: from then on the winner stayed ahead
        ((40, 39, 69, 60, 89, 100), 2),  # the first of two equal changes: the winner was never behind after it
        ((60, 80, 60, 80, 100), 4),  # ahead from the start: the latest of equal changes
        ((50, 70, 91), 2),  # within two points of each other, and ahead since the start: the later
        ((40, 62, 83), 1),  # within two points of each other: the first took the lead for good
        ((50, 50, 50), None),  # no change
    ],
)
def test_one_round_turned_it(leads: tuple[int, ...], number: int | None) -> None:
    change = turning_point(curve(*leads))
    assert (change and change.round) == number


def test_a_change_is_half_of_what_everybody_moved_by_and_leaves_out_who_came() -> None:
    (change,) = changes([{0: 5000, 1: 3000, 2: 2000}, {0: 4000, 1: 4500, 2: 1000, 3: 500}])
    assert (change.round, change.size, change.largest) == (1, 1750, [1, 0, 2])
    assert change.moves[1] == (3000, 4500)
    assert stayed_ahead(curve(50, 40, 60)) == 2
    assert turning_point([{0: SIMULATIONS}]) is None
