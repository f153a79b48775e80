"""How a play-off adapts a game's options: who may sit at its tables, and what the tables of a stage agree on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Stakes = Literal["both", "bottom", "nothing"]


@dataclass(frozen=True)
class FirstDeal:
    """Who deals first at a table, and whether the first Jack decided it (DD-06, DD-07)."""

    seat: int
    by_jack: bool


class PlayoffOptions:
    """How a play-off adapts a game's options; by default it leaves them as agreed."""

    has_dealer = False

    def agreed(self, options: Any, sizes: Sequence[int]) -> Any:
        """Return the options for the whole evening, with everything that depends on the group sizes."""
        return options

    def table(self, options: Any, sizes: Sequence[int], first: FirstDeal, stakes: Stakes) -> Any:
        """Return the options of one table.

        `sizes` are all tables of the stage, so that all play the same hands; `stakes` says which ties are settled at
        the end: both ends', only the bottom's, or none.
        """
        return options

    def hands(self, options: Any) -> int:
        """Return how many hands a table plays; 0 for a game without a fixed number."""
        return 0

    def most(self, options: Any) -> int | None:
        """Return how many players may sit at a table; None to use the limit of the game's engine."""
        return None
