"""How many of what Dirty Dog counts, each a whole phrase: another language bends the word by the number."""

from django.utils.translation import ngettext


def cards(count: int) -> str:
    """`1 card`, `3 cards`"""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def hands(count: int) -> str:
    """`1 hand`, `3 hands`"""
    return ngettext("{count} hand", "{count} hands", count).format(count=count)


def bid_of_cards(count: int) -> str:
    """After a figure: `bid of 5 cards`"""
    return ngettext("bid of {count} card", "bid of {count} cards", count).format(count=count)


def bids_to_go(count: int) -> str:
    return ngettext("{count} bid to go", "{count} bids to go", count).format(count=count)


def tricks_placed(count: int) -> str:
    """After a figure: `of 5 tricks placed`"""
    return ngettext("of {count} trick placed", "of {count} tricks placed", count).format(count=count)


def tricks_missing(count: int) -> str:
    """On the main button: how many are still to be placed, or too many where it is below 0; "" where all are right."""
    if count > 0:
        return ngettext("Place {count} more trick", "Place {count} more tricks", count).format(count=count)
    too_many = ngettext("{count} trick too many", "{count} tricks too many", -count).format(count=-count)
    return too_many if count else ""


def are_set(names: str, count: int) -> str:
    """`Otto and Núria are set.`"""
    return ngettext("{names} is set.", "{names} are set.", count).format(names=names)
