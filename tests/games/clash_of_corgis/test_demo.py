"""The bots of Clash of Corgis play whole, plausible series."""

from random import Random

import pytest

from games.clash_of_corgis.demo import demo_match
from scoring.base import replay
from scoring.clash_of_corgis import CLASH_OF_CORGIS, CorgisSheet

SEEDS = range(40)


def series(seats: int, seed: int) -> CorgisSheet:
    """The sheet of a series played by bots."""
    found = demo_match(seats, Random(seed))
    return replay(CLASH_OF_CORGIS, seats, found.options, [entry for _, entry in found.lines])


PLAYED = [series(seats, seed) for seats in (2, 3, 4) for seed in SEEDS]


def test_an_evening_is_a_whole_series() -> None:
    assert all(sheet.finished for sheet in PLAYED)
    assert {sheet.options.best_of for sheet in PLAYED} == {3, 5, 7}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_chance_gives_the_same_evening(seats: int) -> None:
    assert demo_match(seats, Random(4)) == demo_match(seats, Random(4))
    assert demo_match(seats, Random(4)) != demo_match(seats, Random(5))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_time_only_goes_on(seats: int) -> None:
    for seed in SEEDS:
        minutes = [minute for minute, _ in demo_match(seats, Random(seed)).lines]
        assert minutes == sorted(minutes)
        assert minutes[0] > 0
        assert 2 < minutes[-1] < 120


def test_cards_left_are_counted_at_some_tables_and_forgotten_now_and_then() -> None:
    counted = [[line.counted for line in sheet.lines] for sheet in PLAYED]
    assert any(all(games) for games in counted)
    assert any(not any(games) for games in counted)
    assert any(any(games) and not all(games) for games in counted)
    left = {cards for sheet in PLAYED for line in sheet.lines for cards in line.cards_left.values()}
    assert left >= set(range(9))


def test_some_tables_write_down_who_was_drawn() -> None:
    assert {sheet.options.first_starter is None for sheet in PLAYED} == {True, False}


def test_every_seat_wins_sometimes() -> None:
    assert {sheet.winners[0] for sheet in PLAYED if sheet.seats == 4} == {0, 1, 2, 3}
