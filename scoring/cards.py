"""Playing cards as they are written down, such as “7H”, “10S” or “AC”, aces high; they are pulled to break ties."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from scoring.base import Malformed
from scoring.messages import Message

RANKS: Mapping[str, int] = {
    rank: value for value, rank in enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2)
}
SUITS: Mapping[str, str] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
Who = TypeVar("Who")
CALLED: Mapping[str, str] = {
    "clubs": Message("clubs"),
    "diamonds": Message("diamonds"),
    "hearts": Message("hearts"),
    "spades": Message("spades"),
    "none": Message("none"),
}


def suit_called(suit: str) -> str:
    """A suit's name as a translatable message; any other text is returned unchanged.

    >>> suit_called("hearts"), suit_called("stars")
    ('hearts', 'stars')
    """
    return CALLED.get(suit, suit)


def no_card(text: str, field: str) -> Malformed:
    """The error for a text that is no card."""
    message = Message("“{card}” is not a card: write a rank and a suit, such as 7H, 10S or AC.", card=text)
    return Malformed("card", message, field=field)


def rank_of(card: str) -> int:
    """The rank of a pulled card, from 2 to 14 (ace); its suit is ignored and may be left out (DD-40). Raise Malformed
    `card` where the text is no card.

    >>> rank_of("AC") > rank_of("K") > rank_of("10S")
    True
    """
    rank = card[:-1] if card[-1:] in SUITS else card
    if rank not in RANKS:
        raise no_card(card, "cards")
    return RANKS[rank]


def pulled_twice(cards: Mapping[Who, str]) -> Sequence[tuple[str, Sequence[Who]]]:
    """The suited cards that more than one pulled, each with those who did: possible only with two decks (DD-03, DD-40).

    >>> pulled_twice({0: "4C", 1: "7", 2: "4C", 3: "7"})
    [('4C', [0, 2])]
    """
    suited = sorted({card for card in cards.values() if card[-1:] in SUITS})
    pulls = [(card, [who for who, pulled in cards.items() if pulled == card]) for card in suited]
    return [(card, who) for card, who in pulls if len(who) > 1]


SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def drawn(card: str) -> str:
    """Return the card with the sign of its suit, where it has one.

    >>> drawn("10H"), drawn("7")
    ('10♥', '7')
    """
    return f"{card[:-1]}{SIGNS.get(card[-1], card[-1])}"
