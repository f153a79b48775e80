"""The bots of Top Dog play whole, plausible matches."""

from functools import cache
from random import Random

import pytest

from games.top_dog.demo import STUCK, Hand, demo_match, played
from scoring.base import replay
from scoring.top_dog import TOP_DOG, TopDogSheet

SEEDS = range(40)


def match(seats: int, seed: int) -> TopDogSheet:
    """The sheet of a match played by bots."""
    found = demo_match(seats, Random(seed))
    return replay(TOP_DOG, seats, found.options, [entry for _, entry in found.lines])


@cache
def matches() -> list[TopDogSheet]:
    return [match(seats, seed) for seats in (2, 3, 4) for seed in SEEDS]


def test_an_evening_is_a_whole_match() -> None:
    assert all(sheet.finished for sheet in matches())
    assert {len(sheet.lines) for sheet in matches()} <= set(range(2, 30))


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
        assert 8 < minutes[-1] < 120


def test_every_variation_is_played_some_evening() -> None:
    agreed = [sheet.options for sheet in matches()]
    assert {options.arranging for options in agreed} == {"none", "all", "rotating"}
    assert {options.dummy for options in agreed} == {True, False}
    assert {options.suits for options in agreed} == {1, 2}
    entries = [entry for seed in SEEDS for _, entry in demo_match(3, Random(seed)).lines]
    assert {entry.cards_taken is None for entry in entries} == {True, False}


def test_now_and_then_the_last_hand_is_tied() -> None:
    tied = [line.last_hand_tied for sheet in matches() for line in sheet.lines]
    assert 0.03 < sum(tied) / len(tied) < 0.6


def test_every_seat_wins_sometimes() -> None:
    winners = [sheet.winners[0] for sheet in matches() if sheet.seats == 4]
    assert set(winners) == {0, 1, 2, 3}


def hand(*cards: int) -> Hand:
    return Hand([*cards], Random(1), None)


@pytest.mark.parametrize(
    ("hands", "won", "tied"),
    [
        ([hand(12, 3), hand(5, 8)], [1, 1], False),
        ([hand(4), hand(4)], [0, 0], True),
        ([hand(4, 7), hand(4, 2)], [1, 0], True),
        ([hand(4, 7), hand(4, 7)], [0, 0], False),
        ([hand(6, 1), hand(6, 1), hand(3, 9)], [0, 0, 1], True),
    ],
    ids=["plain", "the last card ties", "a tie is played again", "stuck", "three of them"],
)
def test_a_round_is_played_by_the_rules(hands: list[Hand], won: list[int], tied: bool) -> None:
    assert played(hands) == (won, tied)


def test_a_round_that_never_ends_is_explained() -> None:
    notes = {line.note for sheet in matches() for line in sheet.lines}
    assert notes <= {"", STUCK}
    for sheet in matches():
        missing = [line for line in sheet.lines if line.counted < line.hands - line.last_hand_tied]
        assert all(line.note == STUCK for line in missing)
