"""A night of Top Dog in numbers: the best round, and what the dummy did to people."""

from collections.abc import Sequence

from games.base.statistics import Figure
from scoring.top_dog import TopDogSheet


def numbers(sheets: Sequence[TopDogSheet]) -> list[Figure]:
    lines = [line for sheet in sheets for line in sheet.lines]
    if not lines:
        return []
    beaten = sum(value < 0 for line in lines if line.dummy is not None for value in line.against.values())
    found = [Figure("hands in the best round of Top Dog", max(max(line.won.values()) for line in lines))]
    return [*found, Figure("times beaten by the dummy", beaten)] if beaten else found
