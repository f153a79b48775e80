"""Bots that play Top Dog for the demo club: they deal suits, choose or arrange their cards, replay ties, and count
their hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.base.table_game import DemoMatch
from scoring.top_dog import TOP_DOG, Options, Round, RoundStep, TopDogSheet

# A bot’s hand of cards in Top Dog, and a round of hands: the highest card takes, a tie is played again.


SUIT = 13
MOST_TIES = 12  # ties of one hand, after which it counts as endless


@dataclass
class Hand:
    """A hand of cards, ranks from 0 to 12. With `nerve` its owner chooses: the best card with that probability, else a
    random one. Without it, the top card of an arranged pile is played.
    """

    cards: list[int]
    rng: Random
    nerve: float | None

    @classmethod
    def dealt(cls, suits: int, rng: Random, *, nerve: float | None) -> "Hand":
        """Return a hand of one or two suits, shuffled or as its owner arranged it."""
        cards = [*range(SUIT)] * suits
        rng.shuffle(cards)
        return cls(cards, rng, nerve)

    def choose(self, excluded: int | None) -> int:
        """Return the next card to play; not `excluded`, the card that has just tied, unless it is the only one."""
        others = [card for card in self.cards if card != excluded] or self.cards
        if self.nerve is None:
            return others[0]
        return max(others) if self.rng.random() < self.nerve else self.rng.choice(others)

    def return_card(self, card: int) -> None:
        """Put a card that tied back near the middle of the pile (TD-16, HR-TD-05)."""
        self.cards.remove(card)
        place = len(self.cards) // 2 + self.rng.randint(-2, 2)
        self.cards.insert(min(max(place, 1), len(self.cards)), card)


def played(hands: Sequence[Hand]) -> tuple[list[int], bool]:
    """Return the hands won by each, and whether the very last one was tied (TD-05 to TD-08); a tie that never ends ends
    the round.
    """
    won = [0 for _ in hands]
    while hands[0].cards:
        winner = _winner(hands)
        if winner is None:
            return won, len(hands[0].cards) == 1
        won[winner] += 1
    return won, False


def _winner(hands: Sequence[Hand]) -> int | None:
    """Return who takes the next hand; None where the last card ties, or a tie never ends."""
    last: list[int | None] = [None for _ in hands]
    for _ in range(MOST_TIES):
        cards = [hand.choose(excluded) for hand, excluded in zip(hands, last, strict=True)]
        best = max(cards)
        if cards.count(best) == 1:
            for hand, card in zip(hands, cards, strict=True):
                hand.cards.remove(card)
            return cards.index(best)
        for hand, card in zip(hands, cards, strict=True):
            hand.return_card(card)
        last = [*cards]
    return None


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
