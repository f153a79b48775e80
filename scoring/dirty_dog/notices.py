"""What is legal but unusual at a table of Dirty Dog, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.base import Notice

if TYPE_CHECKING:
    from scoring.dirty_dog.sheet import DirtyDogSheet

FEWEST = 4


def of(sheet: DirtyDogSheet) -> tuple[Notice, ...]:
    """All warnings of a sheet as it stands."""
    found = (_few(sheet), _many(sheet), _capped(sheet), _last_dealer(sheet), _shortened(sheet))
    return tuple(notice for notice in found if notice is not None)


def _few(sheet: DirtyDogSheet) -> Notice | None:
    if len(sheet.around) >= FEWEST:
        return None
    return Notice("few-players", "With fewer than four players bids are hard to place; Dirty Dog is best with 4 to 10.")


def _many(sheet: DirtyDogSheet) -> Notice | None:
    if len(sheet.around) <= 10:
        return None
    return Notice("many-players", "More than ten players at one table: two tables and a play-off are the usual way.")


def _capped(sheet: DirtyDogSheet) -> Notice | None:
    """A latecomer leaves fewer cards for everybody (DD-43, HR-DD-05)."""
    cards = sheet.plan.cards
    smaller = [hand for hand, (now, agreed) in enumerate(zip(cards, sheet.planned, strict=False), 1) if now < agreed]
    if not smaller:
        return None
    first, last = smaller[0], smaller[-1]
    hands = f"Hand {first} has" if first == last else f"Hands {first} to {last} have"
    return Notice("plan-capped", f"{hands} fewer cards than planned, because more players sit at the table.")


def _last_dealer(sheet: DirtyDogSheet) -> Notice | None:
    """The last hand should be dealt at the first dealer's right (DD-11); equal hands come first (HR-DD-16)."""
    dealers = sheet.plan.dealers
    if not dealers or (sheet.ending is not None and sheet.ending.shortened):
        return None
    there = sheet.lines[-1].order if sheet.finished and sheet.lines else sheet.around
    start = sheet.circle.index(dealers[0])
    right = [seat for seat in sheet.circle[start:] + sheet.circle[:start] if seat in there][-1]
    if dealers[-1] == right:
        return None
    message = f"{{{dealers[-1]}}} deals the last hand, not {{{right}}} at the first dealer’s right."
    return Notice("final-dealer", message, round=len(sheet.lines) + len(sheet.remaining))


def _shortened(sheet: DirtyDogSheet) -> Notice | None:
    if sheet.ending is None or not sheet.ending.shortened:
        return None
    left = len(sheet.planned) - sheet.hand
    hands = "1 planned hand was" if left == 1 else f"{left} planned hands were"
    return Notice("shortened", f"Stopped early by agreement: {hands} not played.")
