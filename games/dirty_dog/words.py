"""Counted nouns of Dirty Dog, each as a whole phrase, because other languages inflect the words by the number."""

from django.utils.translation import ngettext


def cards(count: int) -> str:
    """`1 card`, `3 cards`"""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def hands(count: int) -> str:
    """`1 hand`, `3 hands`"""
    return ngettext("{count} hand", "{count} hands", count).format(count=count)


def bid_of_cards(count: int) -> str:
    """Return the text that follows the figure of bids: `bid of 5 cards`."""
    return ngettext("bid of {count} card", "bid of {count} cards", count).format(count=count)


def bids_to_go(count: int) -> str:
    return ngettext("{count} bid to go", "{count} bids to go", count).format(count=count)


def tricks_placed(count: int) -> str:
    """Return the text that follows the figure of tricks: `of 5 tricks placed`."""
    return ngettext("of {count} trick placed", "of {count} tricks placed", count).format(count=count)


def tricks_missing(count: int) -> str:
    """Return the text of the main button: how many tricks are still to be placed, or, where `count` is negative, how
    many are too many; "" for 0.
    """
    if count > 0:
        return ngettext("Place {count} more trick", "Place {count} more tricks", count).format(count=count)
    too_many = ngettext("{count} trick too many", "{count} tricks too many", -count).format(count=-count)
    return too_many if count else ""


def are_set(names: str, count: int) -> str:
    """`Otto and Núria are set.`"""
    return ngettext("{names} is set.", "{names} are set.", count).format(names=names)
