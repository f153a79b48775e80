"""One card each for a tie, one question at a time: the cards so far stand in the address (`K-7`)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from django.http import QueryDict

from scoring.cards import RANKS

HIGH_TO_LOW = tuple(RANKS)[::-1]
SPOKEN = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
AGAIN = "Tap the cards again."


def spoken(card: str) -> str:
    """`Ace` for A; a number, or a card with its suit, as it is."""
    return SPOKEN.get(card, card)


def cards_in(form: QueryDict) -> list[str]:
    """The cards pulled so far, in order; none where one of them is no card."""
    cards = form.get("cards", "")[:200].split("-")
    return cards if all(card in RANKS for card in cards) else []


def keys(cards: Iterable[str]) -> list[dict[str, str]]:
    """A key a card, high to low: what stands on it, how it is read out, and the address's cards once it is tapped."""
    return [{"rank": rank, "spoken": spoken(rank), "value": "-".join([*cards, rank])} for rank in HIGH_TO_LOW]


def outcomes(outcome_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """What each card would do, from the lowest up: cards of one outcome together, then the outcome."""
    for outcome, group in groupby(RANKS, key=outcome_of):
        yield _span([spoken(rank) for rank in group]), outcome


def _span(cards: Sequence[str]) -> str:
    first, last = cards[0], cards[-1]
    if len(cards) == 1:
        return first
    if first == "2":
        return f"{last} or lower"
    return f"{first} or higher" if last == "Ace" else f"{first} to {last}"
