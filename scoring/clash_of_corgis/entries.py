"""The entries of Clash of Corgis, and the options agreed before the first game."""

from collections.abc import Mapping

from msgspec import Struct, field

from scoring.messages import Term

NAME = Term("game-clash-of-corgis", "Clash of Corgis")


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed: a series of `best_of` games (HR-CC-01), and who was drawn to start the first (CC-03).

    `first_starter` is None where nobody wrote down who was drawn.
    """

    best_of: int = 5
    first_starter: int | None = None


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game: who emptied the hand (CC-11), and the cards the others had left, as far as they were counted (CC-32)."""

    winner: int
    cards_left: Mapping[int, int] = field(default_factory=dict)


class Shorten(Struct, frozen=True, forbid_unknown_fields=True):
    """All agree to stop before the series is won: the games so far count (HR-CC-07)."""


ENTRIES: Mapping[str, type[Struct]] = {"series-game": Game, "shorten": Shorten}
