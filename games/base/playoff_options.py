"""What a play-off asks of a game: who fits at its tables, and what each table of one stage agrees on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Stakes = Literal["both", "bottom", "nothing"]


def as_agreed(options: Any, _sizes: Sequence[int]) -> Any:
    return options


def same_for_all(options: Any, _sizes: Sequence[int], _dealer: int, _stakes: Stakes) -> Any:
    return options


def no_hands(_options: Any) -> int:
    """Most games end when they end."""
    return 0


@dataclass(frozen=True)
class PlayoffOptions:
    """`agreed` fixes for the whole evening what depends on the groups' sizes, `table` makes it one table's options
    (`sizes` are all tables dealt together, so that they play the same hands), `hands` counts them.

    `group` is how many a group may have, where that is not what the game can seat.
    """

    agreed: Callable[[Any, Sequence[int]], Any] = as_agreed
    table: Callable[[Any, Sequence[int], int, Stakes], Any] = same_for_all
    hands: Callable[[Any], int] = no_hands
    group: tuple[int, int] | None = None
    most: Callable[[Any], int] | None = None
    has_dealer: bool = False
