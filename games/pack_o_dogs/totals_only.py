"""Only the totals of a match: a base game by its piles."""

from collections.abc import Mapping
from typing import Any


def from_totals(totals: Mapping[str, int]) -> dict[str, Any]:
    """What a record says beside its players."""
    return {"options": {"mode": "base"}, "rounds": [{"piles": dict(totals)}]}
