"""What has been scored: a round of the complex game, or a whole base game."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import Line
from scoring.pack_o_dogs import facts
from scoring.pack_o_dogs.worth import Product


class RoundLine(Line, frozen=True, dict=True):
    """A round of the complex game; `rounds_won` and `game_points` stand as after it, within the game."""

    game: int
    round_in_game: int
    winner: int
    pack: bool
    turns: int | None
    treat: bool
    product: Product
    rounds_won: Mapping[int, int]
    game_points: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Small named ints a seat, for statistics and history."""
        return facts.of_round(self)


class PilesLine(Line, frozen=True, dict=True):
    """A whole base game; its points are the cards in the piles (PK-15), and `logged` what the captures came to."""

    game: int
    captures: int
    logged: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Small named ints a seat, for statistics and history."""
        return facts.of_piles(self)
