"""A hand of Top Dog as the bots hold it, and a round of them: the highest card takes, a tie is played again."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

SUIT = 13
ENOUGH = 12  # ties of one hand, after which nobody believes in it any more


@dataclass
class Hand:
    """Ranks from 0 to 12. With `nerve` its owner chooses, the best card so often; without, the top card is played."""

    cards: list[int]
    chance: Random
    nerve: float | None

    @classmethod
    def dealt(cls, suits: int, chance: Random, *, nerve: float | None) -> "Hand":
        """One suit or two, in the order somebody thought of, or shuffled."""
        cards = [*range(SUIT)] * suits
        chance.shuffle(cards)
        return cls(cards, chance, nerve)

    def choose(self, but: int | None) -> int:
        """The next card, another one than that which has just tied."""
        others = [card for card in self.cards if card != but] or self.cards
        if self.nerve is None:
            return others[0]
        return max(others) if self.chance.random() < self.nerve else self.chance.choice(others)

    def take_back(self, card: int) -> None:
        """A card that tied goes somewhere into the middle of the pile (TD-16, HR-TD-05)."""
        self.cards.remove(card)
        place = len(self.cards) // 2 + self.chance.randint(-2, 2)
        self.cards.insert(min(max(place, 1), len(self.cards)), card)


def played(hands: Sequence[Hand]) -> tuple[list[int], bool]:
    """Hands won by each, and whether the very last one was tied (TD-05 to TD-08); an endless tie ends the round."""
    won = [0 for _ in hands]
    while hands[0].cards:
        winner = _winner(hands)
        if winner is None:
            return won, len(hands[0].cards) == 1
        won[winner] += 1
    return won, False


def _winner(hands: Sequence[Hand]) -> int | None:
    """Who takes the next hand; nobody where the last card ties, or a tie never ends."""
    last: list[int | None] = [None for _ in hands]
    for _ in range(ENOUGH):
        cards = [hand.choose(but) for hand, but in zip(hands, last, strict=True)]
        best = max(cards)
        if cards.count(best) == 1:
            for hand, card in zip(hands, cards, strict=True):
                hand.cards.remove(card)
            return cards.index(best)
        for hand, card in zip(hands, cards, strict=True):
            hand.take_back(card)
        last = [*cards]
    return None
