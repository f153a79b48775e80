"""Progress towards the target as a drawing: a bar under each name, the target at the same position in every row."""

from collections.abc import Collection
from dataclasses import dataclass

LONGER = 9 / 7  # the scale’s length by the target, to leave space beyond it


@dataclass(frozen=True)
class ProgressBar:
    """A player’s bar, in percent of the drawing: `fill` is the total before this round, `width` this round, `line` the
    position of the target.
    """

    fill: str
    width: str
    line: str
    target: int


def progress_bar(target: int, before: int, total: int, totals: Collection[int]) -> ProgressBar:
    """Return one player’s bar. `totals` are those of all players: the scale is extended for all where one of them
    exceeds it.

    >>> progress_bar(35, 31, 33, [33, 40])
    ProgressBar(fill='68.89%', width='4.44%', line='77.78%', target=35)
    """
    whole = max(target * LONGER, *totals, 1)
    low, high = (_percent(value, whole) for value in sorted((before, total)))
    return ProgressBar(f"{low:.2f}%", f"{high - low:.2f}%", f"{_percent(target, whole):.2f}%", target)


def _percent(value: int, whole: float) -> float:
    return min(max(100 * value / whole, 0.0), 100.0)
