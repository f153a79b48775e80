"""Two bots that play Pack o’ Dogs for the demo club. Which card beats which is not part of our rules, so rounds are won
at random, with a slight advantage for one bot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.base.table_game import DemoMatch
from scoring.pack_o_dogs import PACK_O_DOGS, Capture, Options, PackSheet, Piles, PilesStep, Round

COMPLEX = 0.8
PACKS, EARLY, TREATS = 0.35, 0.4, 0.12
BASE_PACKS, LOW_CATS, CAPTURES = 0.2, 0.06, 22


@dataclass(frozen=True)
class Habits:
    """How two bots play: the probability that seat 0 wins, and whether turns and captures are recorded."""

    edge: float
    turns: bool
    logs: bool


def demo_match(seats: int, rng: Random) -> DemoMatch:
    """Return a whole match; the same state of `rng` gives the same match."""
    habits = Habits(min(0.65, max(0.35, rng.gauss(0.5, 0.06))), rng.random() < 0.6, rng.random() < 0.5)
    options = Options(games=3) if rng.random() < COMPLEX else Options(mode="base", games=rng.randint(1, 3))
    sheet = PACK_O_DOGS.start(seats, options)
    minute = 0.0
    lines: list[tuple[float, Any]] = []
    while step := PACK_O_DOGS.next_step(sheet):
        base = isinstance(step, PilesStep)
        for minutes, entry in _base_game(sheet, habits, rng) if base else _round(habits, rng):
            minute += minutes
            sheet = PACK_O_DOGS.play(sheet, entry)
            lines.append((minute, entry))
    return DemoMatch(options, lines)


def _winner(habits: Habits, rng: Random) -> int:
    return 0 if rng.random() < habits.edge else 1


def _round(habits: Habits, rng: Random) -> Iterator[tuple[float, Any]]:
    """Yield one round of two or three turns, with its minutes."""
    pack = rng.random() < PACKS
    turns = 2 if pack and rng.random() < EARLY else 3
    treat = pack and rng.random() < TREATS
    minutes = turns * rng.uniform(0.4, 0.8)
    yield minutes, Round(_winner(habits, rng), pack, turns if habits.turns else None, treat)


def _base_game(sheet: PackSheet, habits: Habits, rng: Random) -> Iterator[tuple[float, Any]]:
    """Yield one base game: its captures where they are logged, then the piles; each with its minutes."""
    turns = CAPTURES + rng.randint(-4, 4)
    for _ in range(turns):
        capture = _capture(habits, rng)
        sheet = PACK_O_DOGS.play(sheet, capture)
        if habits.logs:
            yield rng.uniform(0.3, 0.7), capture
    yield (1.0 if habits.logs else turns * 0.5), Piles(sheet.piles)


def _capture(habits: Habits, rng: Random) -> Capture:
    pack = rng.random() < BASE_PACKS
    return Capture(_winner(habits, rng), pack, low_cat=rng.random() < LOW_CATS)
