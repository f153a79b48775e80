"""Bots that play Top Dog for the demo club: they deal suits, choose or arrange their cards, replay ties, and count
their hands.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from games.base.demo import DemoMatch
from games.top_dog.demo_hand import Hand, played
from scoring.top_dog import TOP_DOG, Options, Round, RoundStep, TopDogSheet

ARRANGING = ("none", "none", "none", "all", "rotating", "rotating")
DUMMIES, SECOND_SUITS, PILES = 0.25, 0.15, 0.2
STUCK = "Two cards each at the end, the same two, and both kept swapping them."


@dataclass(frozen=True)
class Table:
    """The bots at one table: for each seat the probability of playing the best card left, and whether piles are counted
    in cards instead of hands.
    """

    nerve: tuple[float, ...]
    piles: bool


def demo_match(seats: int, rng: Random) -> DemoMatch:
    """Return a whole match; the same state of `rng` gives the same match."""
    options = _agreed(seats, rng)
    table = Table(tuple(rng.uniform(0.0, 0.12) for _ in range(seats)), rng.random() < PILES)
    sheet = TOP_DOG.start(seats, options)
    minute = 0.0
    lines: list[tuple[float, Any]] = []
    while step := TOP_DOG.next_step(sheet):
        minute += step.hands * rng.uniform(0.2, 0.4)
        entry = _round(sheet, step, table, rng)
        sheet = TOP_DOG.play(sheet, entry)
        lines.append((minute, entry))
    return DemoMatch(options, lines)


def _agreed(seats: int, rng: Random) -> Options:
    """Return random options, with no variation, one or several."""
    arranging = rng.choice(ARRANGING)
    return Options(
        arranging=arranging,
        first_arranger=rng.randrange(seats) if arranging == "rotating" else 0,
        dummy=seats < 4 and rng.random() < DUMMIES,
        suits=2 if rng.random() < SECOND_SUITS else 1,
    )


def _round(sheet: TopDogSheet, step: RoundStep, table: Table, rng: Random) -> Round:
    """Return one round; the dummy, where there is one, is the last in the list of hands."""
    all_arrange, suits = sheet.options.arranging == "all", sheet.options.suits
    nerves = [None if all_arrange or seat == step.arranger else table.nerve[seat] for seat in range(sheet.seats)]
    won, tied = played([Hand.dealt(suits, rng, nerve=nerve) for nerve in (*nerves, *([None] * step.dummy))])
    missing = step.counting(tied=tied) - sum(won)
    each = step.cards_in_hand if table.piles else 1
    counted = {seat: won[seat] * each for seat in range(sheet.seats)}
    return Round(
        won=None if table.piles else counted,
        cards_taken=counted if table.piles else None,
        dummy=won[-1] * each if step.dummy else None,
        last_hand_tied=tied,
        note=STUCK if missing else "",
    )
