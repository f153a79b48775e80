"""A card pull: one card per tied player, one question at a time; the cards so far are in the query string (`K-7`)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.cards import RANKS

HIGH_TO_LOW = tuple(RANKS)[::-1]
NAMES = {
    "A": gettext_lazy("Ace"),
    "K": gettext_lazy("King"),
    "Q": gettext_lazy("Queen"),
    "J": gettext_lazy("Jack"),
}
AGAIN = gettext_lazy("Tap the cards again.")


def card_name(card: str) -> str:
    """`Ace` for A; a number, or a card with its suit, is returned unchanged."""
    return str(NAMES.get(card, card))


def cards_in(form: QueryDict) -> list[str]:
    """The cards pulled so far, in order; empty where one of them is not a card."""
    cards = form.get("cards", "")[:200].split("-")
    return cards if all(card in RANKS for card in cards) else []


def keys(cards: Iterable[str]) -> list[dict[str, str]]:
    """One key per card, high to low: its `rank`, its `name`, and the `cards` query value after it is tapped."""
    return [{"rank": rank, "name": card_name(rank), "value": "-".join([*cards, rank])} for rank in HIGH_TO_LOW]


def outcomes(outcome_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield (cards in words, outcome) from the lowest card up, adjacent cards of the same outcome together."""
    for outcome, group in groupby(RANKS, key=outcome_of):
        yield _span([*group]), outcome


def _span(ranks: Sequence[str]) -> str:
    """A range of cards in words: `Ace`, `5 or lower`, `6 to 9`."""
    first, last = card_name(ranks[0]), card_name(ranks[-1])
    if len(ranks) == 1:
        return first
    if ranks[0] == "2":
        return _("{card} or lower").format(card=last)
    if ranks[-1] == "A":
        return _("{card} or higher").format(card=first)
    return _("{lowest} to {highest}").format(lowest=first, highest=last)
