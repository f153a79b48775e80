"""The trump of a hand, from the card that was turned up (DD-13, DD-14)."""

from scoring.base import Malformed
from scoring.cards import RANKS, SUITS, suit_called
from scoring.messages import Message, row

TRUMPS = (*SUITS.values(), "none")


def trump_of(flip: str) -> str:
    """The trump suit of a turned-up card, "none" for an ace (DD-13, DD-14); Malformed `card` where it is no card.

    >>> trump_of("7H"), trump_of("AC")
    ('hearts', 'none')
    """
    if flip[-1:] not in SUITS or flip[:-1] not in RANKS:
        raise Malformed(
            "card",
            Message("“{card}” is not a card: write a rank and a suit, such as 7H, 10S or AC.", card=flip),
            field="flip",
        )
    return "none" if flip[0] == "A" else SUITS[flip[-1]]


def settled_trump(trump: str | None, flip: str | None) -> str | None:
    """The trump of a hand from the suit or the card that was written down, from both (they must agree), or None from
    neither; Malformed `card` where they are wrong.

    >>> settled_trump(None, "10S")
    'spades'
    """
    if trump is not None and trump not in TRUMPS:
        message = Message("“{trump}” is not a trump: choose one of {known}.", trump=trump, known=row(TRUMPS))
        raise Malformed("card", message, field="trump")
    turned = None if flip is None else trump_of(flip)
    if trump is not None and turned is not None and trump != turned:
        raise Malformed(
            "card",
            Message(
                "{card} turned up makes the trump {trump}, not {other}.",
                card=flip,
                trump=suit_called(turned),
                other=suit_called(trump),
            ),
            field="trump",
        )
    return trump or turned
