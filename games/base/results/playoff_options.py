"""What a play-off asks of a game: who fits at its tables, and what each table of one stage agrees on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Stakes = Literal["both", "bottom", "nothing"]


@dataclass(frozen=True)
class FirstDeal:
    """Who deals first at a table, and whether the first Jack said so (DD-06, DD-07)."""

    seat: int
    by_jack: bool


class PlayoffOptions:
    """What of a game's options a play-off settles; most games play on as agreed."""

    has_dealer = False

    def agreed(self, options: Any, sizes: Sequence[int]) -> Any:
        """The options of the whole evening, with all that depends on the sizes of the groups."""
        return options

    def table(self, options: Any, sizes: Sequence[int], first: FirstDeal, stakes: Stakes) -> Any:
        """The options of one table; `sizes` are all tables dealt together, so that they play the same hands."""
        return options

    def hands(self, options: Any) -> int:
        """How many hands that is; 0 for a game that ends when it ends."""
        return 0

    def most(self, options: Any) -> int | None:
        """How many players may sit at a table; None where the rules of the game say so."""
        return None
