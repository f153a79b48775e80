"""Groups, the cut, card pulls at the cut and the crossover (DD-02, DD-45 to DD-47, HR-DD-10)."""

import pytest

from scoring.base import Illegal
from scoring.competition.playoffs import Cut, crosses_over, cut, group_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, (2,)),
        (10, (10,)),
        (11, (6, 5)),
        (12, (6, 6)),
        (13, (7, 6)),
        (20, (10, 10)),
        (21, (7, 7, 7)),
        (22, (8, 7, 7)),
        (0, ()),
    ],
)
def test_groups_are_few_and_even(players: int, sizes: tuple[int, ...]) -> None:
    assert group_sizes(players) == sizes


def test_groups_may_be_smaller() -> None:
    assert group_sizes(12, largest=5) == (4, 4, 4)


@pytest.mark.parametrize(
    ("totals", "advance", "pulls", "expected"),
    [
        ([9, 30, 12, 5], 2, [], Cut((1, 2), (0, 3))),
        ([30, 30, 12, 5], 2, [], Cut((0, 1), (2, 3))),
        ([30, 12, 12, 5], 2, [], Cut((0,), (3,), (1, 2), 1)),
        ([30, 12, 12, 5], 2, [{1: 9, 2: 4}], Cut((0, 1), (2, 3))),
        ([30, 12, 12, 5], 2, [{1: 4, 2: 9}], Cut((0, 2), (1, 3))),
        ([30, 12, 12, 5], 2, [{1: 9, 2: 9}], Cut((0,), (3,), (1, 2), 1)),
        ([30, 12, 12, 5], 2, [{1: 9, 2: 9}, {1: 2, 2: 3}], Cut((0, 2), (1, 3))),
        ([12, 12, 12, 5], 1, [{0: 9, 1: 9, 2: 4}], Cut((), (2, 3), (0, 1), 1)),
        ([12, 12, 12, 5], 2, [{0: 9, 1: 4, 2: 4}], Cut((0,), (3,), (1, 2), 1)),
        ([12, 12, 12, 5], 2, [{0: 9, 1: 9, 2: 4}], Cut((0, 1), (2, 3))),
        ([12, 12, 12, 5], 2, [{0: 4, 1: 3, 2: 5}], Cut((2, 0), (1, 3))),
        ([12, 12, 12, 12], 2, [{0: 4, 1: 4, 2: 4, 3: 5}], Cut((3,), (), (0, 1, 2), 1)),
        ([12, 12, 12, 12], 2, [{0: 4, 1: 4, 2: 4, 3: 5}, {0: 2, 1: 3, 2: 4}], Cut((3, 2), (0, 1))),
        ([5, 12, 12, 30], 3, [], Cut((3, 1, 2), (0,))),
    ],
)
def test_the_cut(totals: list[int], advance: int, pulls: list[dict[int, int]], expected: Cut) -> None:
    found = cut(dict(enumerate(totals)), advance, pulls)
    assert (set(found.advance), set(found.stay)) == (set(expected.advance), set(expected.stay))
    assert (found.level, found.places if found.level else 0) == (expected.level, expected.places)


def test_the_best_of_a_cut_come_first() -> None:
    assert cut({0: 9, 1: 30, 2: 12, 3: 5}, 2) == Cut((1, 2), (0, 3))
    assert cut({0: 12, 1: 12, 2: 12, 3: 5}, 2, [{0: 4, 1: 3, 2: 5}]) == Cut((2, 0), (1, 3))
    assert cut({0: 12, 1: 12, 2: 12, 3: 5}, 1, [{0: 4, 1: 3, 2: 5}]) == Cut((2,), (0, 1, 3))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([{1: 9}], "Exactly those level on the line pull a card: look at {2} again."),
        ([{1: 9, 2: 8, 0: 4}], "Exactly those level on the line pull a card: look at {0} again."),
        ([{1: 9, 2: 8}, {1: 9, 2: 8}], "Nobody is level on the line any more: there is no card to pull."),
    ],
)
def test_only_those_level_on_the_line_pull(cards: list[dict[int, int]], message: str) -> None:
    with pytest.raises(Illegal) as error:
        cut({0: 30, 1: 12, 2: 12, 3: 5}, 2, cards)
    assert (error.value.code, error.value.field, error.value.message) == ("pull", "pulls", message)


@pytest.mark.parametrize(("top", "rest", "crosses"), [(-8, -2, True), (-2, -2, False), (3, -2, False)])
def test_the_trophy_crosses_over_only_strictly_below(top: int, rest: int, crosses: bool) -> None:
    assert crosses_over(top, rest) == crosses
