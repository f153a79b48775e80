"""The bots of Pack o' Dogs play whole, plausible matches."""

from random import Random

import pytest

from games.pack_o_dogs.demo import demo_match
from scoring.base import replay
from scoring.pack_o_dogs import PACK_O_DOGS, Capture, PackSheet, Piles, Round

SEEDS = range(60)


def played(seed: int) -> PackSheet:
    """The sheet of a match played by bots."""
    found = demo_match(2, Random(seed))
    return replay(PACK_O_DOGS, 2, found.options, [entry for _, entry in found.lines])


@pytest.mark.parametrize("seed", range(8))
def test_an_evening_is_a_whole_match(seed: int) -> None:
    sheet = played(seed)
    assert sheet.finished
    assert sheet.winners
    assert sheet.warnings == ()


def test_the_same_chance_gives_the_same_evening() -> None:
    assert demo_match(2, Random(4)) == demo_match(2, Random(4))
    assert demo_match(2, Random(4)) != demo_match(2, Random(5))


def test_time_only_goes_on() -> None:
    for seed in SEEDS:
        minutes = [minute for minute, _ in demo_match(2, Random(seed)).lines]
        assert minutes == sorted(minutes)
        assert minutes[0] > 0
        assert 5 < minutes[-1] < 90


def test_both_games_are_played_and_logged_in_both_ways() -> None:
    evenings = [demo_match(2, Random(seed)) for seed in SEEDS]
    kinds = [{type(entry) for _, entry in found.lines} for found in evenings]
    assert {Round} in kinds
    assert {Piles} in kinds
    assert {Capture, Piles} in kinds
    written = [entry.turns for found in evenings for _, entry in found.lines if isinstance(entry, Round)]
    assert {None, 2, 3} == set(written)


def test_nobody_always_wins() -> None:
    wins = [seat for seed in SEEDS for seat in played(seed).winners]
    assert 15 < wins.count(0) < 45


def test_games_are_won_on_points_against_four_rounds_now_and_then() -> None:
    games = [game for seed in SEEDS for game in played(seed).games]
    assert 0.02 < sum(game.upset for game in games) / len(games) < 0.4
