"""A pack of cards as integers from 0 to 51: suit times 13 plus rank, the ace highest."""

from collections.abc import Sequence
from random import Random

from scoring.cards import RANKS, SUITS

ACE = 12
PACK = tuple(range(52))
_RANKS = tuple(RANKS)
_SUITS = tuple(SUITS)
_NAMES = tuple(SUITS.values())


def written(card: int) -> str:
    """Return a card as a scorekeeper writes it.

    >>> written(51), written(8), written(13)
    ('AS', '10C', '2D')
    """
    return _RANKS[card % 13] + _SUITS[card // 13]


def trump_suit(flip: int | None) -> int | None:
    """Return the trump suit; None if an ace is turned up, or no card at all (DD-14)."""
    return None if flip is None or flip % 13 == ACE else flip // 13


def trump_name(flip: int | None) -> str:
    """Return the name of the trump suit, or "none" if there is none."""
    trump = trump_suit(flip)
    return "none" if trump is None else _NAMES[trump]


def deal(seats: Sequence[int], cards: int, rng: Random) -> tuple[dict[int, list[int]], int | None]:
    """Return a hand for each seat, and the card turned up, None if none is left."""
    pack = rng.sample(PACK, min(len(seats) * cards + 1, len(PACK)))
    hands = {seat: pack[place * cards : (place + 1) * cards] for place, seat in enumerate(seats)}
    return hands, pack[-1] if len(pack) > len(seats) * cards else None


def beats(card: int, best: int, trump: int | None) -> bool:
    """Whether a card takes the trick from `best`, the best one so far."""
    suit, high = card // 13, best // 13
    return card > best if suit == high else suit == trump
