"""The small named ints a round leaves behind for each seat: statistics and history read exactly these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.top_dog.line import TopDogLine


def of(line: TopDogLine) -> Mapping[int, Mapping[str, int]]:
    """Hands won and what stood around them, a seat.

    `won` of `hands` that counted; `most` is 1 for everybody who won the most hands of the people; `arranged` is 1 for
    the arranger of the round (variation 2); `dummy` is what the dummy brought, only where one plays; `climb` is how
    many places the round was worth.
    """
    most = max(line.won.values())
    return {seat: _seat(line, seat, most) for seat in line.won}


def _seat(line: TopDogLine, seat: int, most: int) -> dict[str, int]:
    now = _place(line.totals, seat)
    found = {
        "won": line.won[seat],
        "hands": line.counted,
        "most": int(line.won[seat] == most),
        "arranged": int(line.arranger == seat),
        "place": now,
        "climb": _place(line.before, seat) - now,
    }
    return found if line.dummy is None else found | {"dummy": line.against[seat]}


def _place(totals: Mapping[int, int], seat: int) -> int:
    """The place of a seat; level seats share it."""
    return 1 + sum(total > totals[seat] for total in totals.values())
