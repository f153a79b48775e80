"""Only the games each has won: a series in which nobody knows the order, but for the last one."""

from collections.abc import Mapping
from typing import Any

from games.base.totals_only import NotByTotals

LONGEST = 99  # games of a series


def from_totals(totals: Mapping[str, int]) -> dict[str, Any]:
    """What a record says beside its players; whoever won the series won its last game."""
    if min(totals.values()) < 0 or not 0 < sum(totals.values()) <= LONGEST:
        raise NotByTotals("The scores of this game are games won. These are something else.")
    order = sorted(totals, key=lambda name: totals[name])
    wins = [{"winner": name} for name in order for _ in range(totals[name])]
    return {"options": {"best_of": 2 * max(totals.values()) - 1}, "rounds": wins}
