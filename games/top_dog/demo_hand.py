"""A bot’s hand of cards in Top Dog, and a round of hands: the highest card takes, a tie is played again."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

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
