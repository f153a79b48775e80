"""Playing cards and trump as readable text."""

from django.utils.translation import pgettext

from scoring.cards import SUITS, suit_called
from scoring.messages import translated

SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def drawn(card: str) -> str:
    """Return the card with the sign of its suit, where it has one.

    >>> drawn("10H"), drawn("7")
    ('10♥', '7')
    """
    return f"{card[:-1]}{SIGNS.get(card[-1], card[-1])}"


def trump_in_words(trump: str | None) -> str:
    """Return trump in words; "" where none is recorded. No trump stays `none`.

    >>> trump_in_words("hearts"), trump_in_words("none"), trump_in_words(None)
    ('hearts', 'none', '')
    """
    return pgettext("trump", "none") if trump == "none" else translated(suit_called(trump or ""))
