"""The points of a round and the cards a turn captures in Pack o' Dogs."""

from msgspec import Struct

ROUNDS_TO_WIN = 4
MOST_ROUNDS = 7
LAST_PLAIN = 4


class Product(Struct, frozen=True):
    """The points of a round as a product: base × streak × late (PK-26 to PK-29).

    >>> Product(2, 3, 3).points
    18
    """

    base: int
    streak: int
    late: int

    @property
    def points(self) -> int:
        """All three factors multiplied."""
        return self.base * self.streak * self.late


def product(streak: int, round_in_game: int, *, pack: bool) -> Product:
    """The points of a round for a player whose `streak`th win in a row it is (PK-26 to PK-29).

    >>> product(2, 6, pack=False).points
    6
    """
    return Product(2 if pack else 1, streak, late(round_in_game))


def late(round_in_game: int) -> int:
    """The multiplier of a round by its number in the game, from 1 (PK-28).

    >>> [late(number) for number in range(1, 8)]
    [1, 1, 1, 1, 2, 3, 4]
    """
    return max(1, round_in_game - LAST_PLAIN + 1)


def captured(*, pack: bool, low_cat: bool) -> int:
    """How many cards a turn of the base game adds to its winner's pile (PK-06, PK-07, PK-11).

    The loser's card counts unless it is a low cat, which runs away; a completed pack adds the two cards before it.

    >>> captured(pack=False, low_cat=False), captured(pack=True, low_cat=False), captured(pack=False, low_cat=True)
    (1, 3, 0)
    """
    return (0 if low_cat else 1) + (2 if pack else 0)
