"""A scored game of Clash of Corgis: the line of the sheet."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import Line


class CorgisLine(Line, frozen=True, dict=True):
    """One scored game: a win is a point (CC-31).

    `starter` led it, None where the first starter was not written down (CC-03). `cards_left` holds 0 for the winner and
    the counted cards of the others; it is empty where nobody counted.
    """

    winner: int
    starter: int | None
    cards_left: Mapping[int, int]

    @property
    def counted(self) -> bool:
        """Whether the cards left of every player were written down."""
        return len(self.cards_left) == len(self.totals)

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """`won` and `started` (0 or 1) by seat, `wins` so far, and `cards_left` where they were counted."""
        return {seat: self._facts(seat) for seat in self.totals}

    def _facts(self, seat: int) -> dict[str, int]:
        facts = {
            "won": int(seat == self.winner),
            "started": int(seat == self.starter),
            "wins": self.totals[seat],
        }
        return facts | {"cards_left": self.cards_left[seat]} if seat in self.cards_left else facts
