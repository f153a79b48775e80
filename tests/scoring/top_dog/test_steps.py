"""The next step of Top Dog."""

from typing import Any

import pytest

from scoring.top_dog import TOP_DOG, Round, RoundStep
from tests.scoring.top_dog.rounds import cards, fold, won

TIED = won(6, 6, tied=True)


def step(seats: int, *rounds: Round, **options: Any) -> RoundStep:
    found = TOP_DOG.next_step(fold(seats, *rounds, **options))
    assert isinstance(found, RoundStep)
    return found


def test_the_first_round_has_everything_a_screen_needs() -> None:
    assert step(3) == RoundStep(
        number=1,
        hands=13,
        hands_tied=12,
        cards_in_hand=3,
        arranger=None,
        dummy=False,
        target=35,
        totals={0: 0, 1: 0, 2: 0},
        to_go={0: 35, 1: 35, 2: 35},
        at_target=(),
        level=(),
        cycle_end=1,
        earliest_end=3,
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (step(2, suits=2), {"hands": 26, "hands_tied": 25, "cards_in_hand": 2, "earliest_end": 2}),
        (step(3, dummy=True), {"cards_in_hand": 4, "dummy": True, "earliest_end": 3}),
        (step(2, dummy=True, dummy_scoring="replace", target=5), {"earliest_end": 5}),
        (step(2, TIED, TIED), {"number": 3, "to_go": {0: 23, 1: 23}, "earliest_end": 4}),
        (step(2, *[TIED] * 6), {"at_target": (0, 1), "level": (0, 1), "to_go": {0: 0, 1: 0}, "earliest_end": 7}),
        (step(3, arranging="rotating", first_arranger=2), {"arranger": 2, "cycle_end": 3, "earliest_end": 3}),
        (step(4, arranging="rotating"), {"arranger": 0, "cycle_end": 4, "earliest_end": 4}),
        (
            step(2, *[won(13, 0)] * 3, arranging="rotating"),
            {"number": 4, "at_target": (0,), "level": (), "to_go": {0: 0, 1: 35}, "cycle_end": 4, "earliest_end": 4},
        ),
        (step(2, won(12, 1), arranging="rotating", target=13), {"cycle_end": 2, "earliest_end": 2}),
        (step(2, won(7, 6), won(6, 7), arranging="rotating"), {"number": 3, "cycle_end": 4, "earliest_end": 4}),
    ],
)
def test_a_step_knows_the_road(found: RoundStep, expected: dict[str, Any]) -> None:
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize(("tied", "hands"), [(False, 26), (True, 25)])
def test_a_tied_last_hand_counts_for_nobody(tied: bool, hands: int) -> None:
    assert step(2, suits=2).counting(tied=tied) == hands


def test_a_pile_of_cards_is_divided_by_what_a_hand_brings() -> None:
    now = step(3, dummy=True)
    sheet = fold(3, cards(5 * now.cards_in_hand, 4 * now.cards_in_hand, 0, dummy=4 * now.cards_in_hand), dummy=True)
    assert dict(sheet.lines[0].won) == {0: 5, 1: 4, 2: 0}


def test_nothing_comes_after_the_win() -> None:
    assert TOP_DOG.next_step(fold(2, *[won(13, 0)] * 3)) is None
