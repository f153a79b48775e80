"""Only the totals of a match: points carried in, and nothing left to play."""

from collections.abc import Mapping
from typing import Any

from games.base.names import listed
from games.base.totals_only import NotByTotals


def from_totals(totals: Mapping[str, int]) -> dict[str, Any]:
    """What a record says beside its players. Level at the top or the bottom was settled by cards nobody kept."""
    for level in (max(totals.values()), min(totals.values())):
        tied = [name for name, total in totals.items() if total == level]
        if len(tied) > 1:
            raise NotByTotals(f"{listed(tied)} are level, and how that was settled was not kept. Write it in by hand.")
    return {"options": {"plan": [], "opening": dict(totals)}}
