"""What a play-off asks of a game: who fits at its tables, and what each table of one stage agrees on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Stakes = Literal["both", "bottom", "nothing"]


@dataclass(frozen=True)
class FirstDeal:
    """Who deals first at a table, and whether the first Jack said so (DD-06, DD-07)."""

    seat: int
    by_jack: bool


def as_agreed(options: Any, _sizes: Sequence[int]) -> Any:
    return options


def same_for_all(options: Any, _sizes: Sequence[int], _first: FirstDeal, _stakes: Stakes) -> Any:
    return options


def no_hands(_options: Any) -> int:
    """Most games end when they end."""
    return 0


@dataclass(frozen=True)
class PlayoffOptions:
    """`agreed` fixes for the whole evening what depends on the groups' sizes, `table` makes it one table's options
    (`sizes` are all tables dealt together, so that they play the same hands), `hands` counts them.
    """

    agreed: Callable[[Any, Sequence[int]], Any] = as_agreed
    table: Callable[[Any, Sequence[int], FirstDeal, Stakes], Any] = same_for_all
    hands: Callable[[Any], int] = no_hands
    most: Callable[[Any], int] | None = None
    has_dealer: bool = False
