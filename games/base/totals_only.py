"""A match of which only the totals were kept, as other programs do: where the game allows it, still an open record."""

from collections.abc import Mapping
from typing import Any


class NotByTotals(Exception):
    """The totals do not make a match; the text says why, and what to do."""


def not_by_totals(_totals: Mapping[str, int]) -> dict[str, Any]:
    """Of most games the rounds are needed."""
    raise NotByTotals("Of this game Dog Club needs the rounds, and only totals were kept. Write it in by hand.")
