"""What is legal but unusual at a table of Top Dog, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scoring.base import Notice
from scoring.top_dog.hands import cycle, hands_in

if TYPE_CHECKING:
    from scoring.top_dog.sheet import TopDogSheet

ONE_DECK = 4


def of(sheet: TopDogSheet) -> tuple[Notice, ...]:
    """All warnings of a sheet as it stands."""
    return (*_decks(sheet), *_missing(sheet), *_running(sheet))


def _decks(sheet: TopDogSheet) -> Iterator[Notice]:
    """Two suits for three or more hands take a second deck (TD-22)."""
    if sheet.cards_in_hand * sheet.options.suits > ONE_DECK:
        yield Notice("two-decks", f"Two suits for each of {sheet.cards_in_hand} hands take two decks of cards.")


def _missing(sheet: TopDogSheet) -> Iterator[Notice]:
    """A note lifted the check of the hands (HR-TD-04)."""
    for line in sheet.lines:
        due = hands_in(sheet.options, tied=line.last_hand_tied)
        if line.counted != due:
            message = f"Only {line.counted} of {due} hands count in round {line.number}: the note says why."
            yield Notice("hands-sum", message, round=line.number)


def _running(sheet: TopDogSheet) -> Iterator[Notice]:
    """Somebody has the points, and the match goes on all the same (TD-18, HR-TD-01)."""
    if not sheet.top or sheet.finished:
        return
    rounds, played = cycle(sheet.seats, sheet.options), len(sheet.lines)
    if sheet.whole:
        message = f"{_named(sheet.top)} are level with {sheet.totals[sheet.top[0]]}: play on until one leads."
        yield Notice("level", message, round=played)
    else:
        last = -(-played // rounds) * rounds
        have = "has" if len(sheet.past) == 1 else "have"
        message = f"{_named(sheet.past)} {have} reached {sheet.options.target}, but the match runs to round {last}."
        yield Notice("cycle", message, round=played)


def _named(seats: Sequence[int]) -> str:
    names = [f"{{{seat}}}" for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
