"""A night of Pack o’ Dogs in numbers: packs completed, and the longest run of rounds."""

from collections.abc import Mapping, Sequence

from games.base.statistics import Figure
from scoring.base import Sheet


def numbers(sheets: Sequence[Sheet]) -> list[Figure]:
    seats = [facts for sheet in sheets for line in sheet.lines for facts in line.facts.values()]
    packs, streak = (_all(seats, name) for name in ("pack", "streak"))
    found = [Figure("packs completed", sum(packs))] if packs else []
    return [*found, Figure("rounds won in a row", max(streak))] if max(streak, default=0) > 1 else found


def _all(seats: Sequence[Mapping[str, int]], name: str) -> list[int]:
    return [facts[name] for facts in seats if name in facts]
