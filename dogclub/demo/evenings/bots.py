"""Bots for Dirty Dog: they estimate the tricks in a hand, bid that number, and play to take exactly so many."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from dogclub.demo.evenings.cards import beats
from scoring.dirty_dog.hands.hand import forbidden


@dataclass(frozen=True)
class Bot:
    """A bot that plays for the player `who`. `nerve` is how many tricks it overestimates, `whim` the chance of
    playing a random legal card.
    """

    who: int
    nerve: float = 0.0
    whim: float = 0.03


def random_bot(who: int, rng: Random) -> Bot:
    """Return a bot with random nerve and whim."""
    return Bot(who, nerve=rng.gauss(0, 0.2), whim=rng.uniform(0, 0.12))


def expected(hand: Sequence[int], players: int, trump: int | None) -> float:
    """Return the tricks a hand is expected to take, by each card's chance to be the highest in play; the longer the
    hand, the likelier a high card wins.
    """
    unseen = 52 - len(hand)
    others = (players - 1) * len(hand) / unseen
    ruffed = 0.0 if trump is None else (1 - 13 / unseen) ** len(hand) * (1 - (1 - 13 / unseen) ** len(hand))
    safe = (1 - ruffed) ** (players - 1) * (0.5 + 0.5 * len(hand) / (len(hand) + 1))
    worth = sum(_worth(card, hand, others, safe, trump) for card in hand)
    return worth + 0.35 * (len(hand) / players - worth)


def _worth(card: int, hand: Sequence[int], others: float, safe: float, trump: int | None) -> float:
    suit = card // 13
    above = 12 - card % 13 - sum(1 for mine in hand if mine // 13 == suit and mine > card)
    highest = float((1 - others) ** above)
    return 0.25 + 0.75 * highest if suit == trump else highest * safe


def bid(hand: Sequence[int], players: int, trump: int | None, bot: Bot, rng: Random) -> float:
    """Return the bid the bot would like, not rounded."""
    return max(0.0, expected(hand, players, trump) + bot.nerve + rng.gauss(0, 0.15))


def legal_bid(wanted: float, cards: int, bids: Sequence[int], *, last: bool) -> int:
    """Return the legal bid nearest to `wanted`; the last bidder keeps The Rule (DD-18)."""
    barred = forbidden(cards, sum(bids)) if last else None
    legal = [number for number in range(cards + 1) if number != barred]
    return min(legal, key=lambda number: abs(number - wanted))


def follow(hand: Sequence[int], led: int | None) -> Sequence[int]:
    """Return the legal cards: those of the suit led, or all if there are none; `led` is None for the first card."""
    return [card for card in hand if card // 13 == led] or hand


def choose(
    hand: Sequence[int], led: int | None, best: int | None, trump: int | None, *, wants: bool, last: bool
) -> int:
    """Return the card to play: one that takes the trick if it `wants` it, else the most dangerous one that does not."""
    if best is None:
        return _strongest(hand, trump) if wants else _weakest(hand, trump)
    legal = follow(hand, led)
    winners = [card for card in legal if beats(card, best, trump)]
    losers = [card for card in legal if card not in winners]
    if wants:
        if winners:
            return _weakest(winners, trump) if last else _strongest(winners, trump)
        return _weakest(losers, trump)
    return _strongest(losers, trump) if losers else _weakest(winners, trump)


def _strongest(cards: Sequence[int], trump: int | None) -> int:
    return max(cards, key=lambda card: (card // 13 == trump, card % 13))


def _weakest(cards: Sequence[int], trump: int | None) -> int:
    return min(cards, key=lambda card: (card // 13 == trump, card % 13))
