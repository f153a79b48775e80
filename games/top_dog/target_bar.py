"""The road to the target as a drawing: a bar under each name, the target at the same place in every row."""

from collections.abc import Collection
from dataclasses import dataclass

LONGER = 9 / 7  # than to the target, so that there is room beyond


@dataclass(frozen=True)
class Road:
    """How far a player has come, in percent of the drawing: `fill` is recorded, `width` is this round."""

    fill: str
    width: str
    line: str
    target: int


def road(target: int, before: int, total: int, totals: Collection[int]) -> Road:
    """`totals` are everybody's: where somebody is beyond the end of the road, it is longer for all.

    >>> road(35, 31, 33, [33, 40])
    Road(fill='68.89%', width='4.44%', line='77.78%', target=35)
    """
    whole = max(target * LONGER, *totals, 1)
    low, high = (_percent(value, whole) for value in sorted((before, total)))
    return Road(f"{low:.2f}%", f"{high - low:.2f}%", f"{_percent(target, whole):.2f}%", target)


def _percent(value: int, whole: float) -> float:
    return min(max(100 * value / whole, 0.0), 100.0)
