"""A night of Clash of Corgis in numbers: how close one came without winning."""

from collections.abc import Sequence

from games.base.statistics import Figure
from scoring.base import Sheet


def numbers(sheets: Sequence[Sheet]) -> list[Figure]:
    left = [
        facts["cards_left"]
        for sheet in sheets
        for line in sheet.lines
        for facts in line.facts.values()
        if not facts["won"] and "cards_left" in facts
    ]
    return [Figure("cards left when Clash of Corgis was closest", min(left))] if left else []
