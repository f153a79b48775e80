"""Bots that play Clash of Corgis for the demo club: a race to the empty hand, combo by combo; effects and suits are
left out.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.base.table_game import DemoMatch
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game, GameStep, Options

SERIES = (3, 5, 5, 5, 7)
COMBOS = (1, 1, 1, 2, 2, 3)
BEATS, COOLS, BURNS = 0.5, 0.75, 0.08  # a combo is beaten with BEATS, each next one COOLS times that
COUNTED, FORGOTTEN = 0.6, 0.1


def demo_match(seats: int, rng: Random) -> DemoMatch:
    """Return a whole series; the same state of `rng` gives the same series."""
    drawn = rng.randrange(seats)
    options = Options(rng.choice(SERIES), drawn if rng.random() < 0.8 else None)
    counts = rng.random() < COUNTED
    sheet = CLASH_OF_CORGIS.start(seats, options)
    minute = 0.0
    lines: list[tuple[float, Any]] = []
    while step := CLASH_OF_CORGIS.next_step(sheet):
        starter = drawn if step.starter is None else step.starter
        turns, left = _race(step, starter, rng)
        minute += turns * rng.uniform(0.12, 0.2)
        winner = next(seat for seat, cards in left.items() if cards == 0)
        entry = Game(winner, _counted(left, rng) if counts else {})
        sheet = CLASH_OF_CORGIS.play(sheet, entry)
        lines.append((minute, entry))
    return DemoMatch(options, lines)


def _counted(left: Mapping[int, int], rng: Random) -> dict[int, int]:
    """Return the losers’ cards; {} where counting them was forgotten."""
    return {} if rng.random() < FORGOTTEN else {seat: cards for seat, cards in left.items() if cards}


def _race(step: GameStep, leader: int, rng: Random) -> tuple[int, dict[int, int]]:
    """Return how many turns a game took, and the cards left in each hand (CC-05, CC-10, CC-11)."""
    left = dict.fromkeys(step.seats, step.most_left)
    turns = 0
    while all(left.values()):
        combo = min(rng.choice(COMBOS), left[leader])
        left[leader] -= _played(combo, left[leader], rng)
        holder, seat, beats, passes = leader, leader, BEATS, 0
        while left[holder] and passes < len(left) - 1:
            seat, turns = (seat + 1) % len(left), turns + 1
            if left[seat] >= combo and rng.random() < beats:
                left[seat] -= _played(combo, left[seat], rng)
                holder, beats, passes = seat, beats * COOLS, 0
            else:
                passes += 1
        leader = holder
    return turns, left


def _played(combo: int, cards: int, rng: Random) -> int:
    """Return how many cards a combo takes from the hand, at times with one more that is burnt."""
    return combo + (cards > combo and rng.random() < BURNS)
