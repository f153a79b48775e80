"""The entries of Pack o' Dogs, and the options agreed before the first deal."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from scoring.messages import Term

NAME = Term("game-pack-o-dogs", "Pack o’ Dogs")


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed: the complex or the base game, and how many games make the match (PK-35, HR-PK-04).

    The record format starts from one game; the publisher suggests three in a row, and a screen may offer that.
    """

    mode: Literal["complex", "base"] = "complex"
    games: int = 1


class Round(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round of the complex game: who played the last winning card, and whether it completed a pack (PK-25, PK-26).

    `turns` (2 or 3) and `treat` (it completed the pack) are worth nothing; they say how many cards to deal (PK-30).
    """

    winner: int
    pack: bool
    turns: int | None = None
    treat: bool = False


class Capture(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A turn of the base game that was won: one card, two more with a pack, none for a low cat (PK-06 to PK-12).

    The log is a running count for two who want one; the game is closed by `Piles` all the same.
    """

    winner: int
    pack: bool = False
    low_cat: bool = False
    treat: bool = False


class Piles(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The end of a base game: how many cards lie in each score pile (PK-15)."""

    piles: Mapping[int, int]


class Shorten(Struct, frozen=True, forbid_unknown_fields=True):
    """Both agree to stop before the last game is over: the totals so far count (HR-PK-08)."""


ENTRIES: Mapping[str, type[Struct]] = {"round": Round, "capture": Capture, "piles": Piles, "shorten": Shorten}
