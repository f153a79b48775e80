"""Cards as they are read."""

from scoring.cards import SUITS

SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def drawn(card: str) -> str:
    """A card with the sign of its suit, where it has one.

    >>> drawn("10H"), drawn("7")
    ('10♥', '7')
    """
    return f"{card[:-1]}{SIGNS.get(card[-1], card[-1])}"
