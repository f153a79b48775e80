"""The entries of Dogs of War, and the options agreed before the first year.

A year may be written down all at once (`Year`), a battle at a time (`Pairing`, `Battle`) or a play at a time
(`Pairing`, `Play`, `Pass`); the last two are closed by a `Year` without battles. Battles count from 0, years from 1.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from scoring.messages import Term
from scoring.options import OneTable

NAME = Term("game-dogs-of-war", "Dogs of War")

HOUSES = ("Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow")

House = Annotated[str, Meta(min_length=1, max_length=40)]
Dog = Annotated[str, Meta(max_length=40)]
Words = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=-1000, le=1000)]
Captains = Mapping[str, Mapping[int, int]]


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed: the variants of DW-07 and DW-48 to DW-50, the houses that take part (four in cutthroat), and as
    far as it is noted which dog of war each seat plays (DW-02), "" for none.
    """

    variants: tuple[str, ...] = ()
    houses: tuple[str, ...] = HOUSES
    dogs: OneTable[tuple[Dog, ...]] = ()


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A play inside a battle: a soldier with his captain (DW-19, DW-24), or a bare move of the tracker (DW-53).

    `space` is what the captain's space asks for, `knight` or `arquebuser` (DW-22); most ask for nothing.
    """

    seat: int
    house: str
    soldier: str | None = None
    spaces: int | None = None
    space: str | None = None


class Contest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle as it was recorded: its final `tracker` (positive for the first house) and captains, or its plays.

    With neither it is not fought yet. `captains` are {house: {seat: number}}; `betrayal` lists who played Betrayal here
    (DW-21).
    """

    houses: tuple[str, str]
    tracker: int | None = None
    captains: Captains = field(default_factory=dict)
    plays: tuple[Move, ...] | None = None
    bonus: Words = ""
    betrayal: tuple[int, ...] = ()

    @property
    def recorded(self) -> bool:
        """Whether anything of the battle is written down in addition to its houses."""
        return self.tracker is not None or self.plays is not None


class Pairing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A year begins: which houses fight (DW-12), for which bonus (DW-09; "" for none noted), and who is first (DW-13).

    May be written again while the year is open; a battle of which something is recorded keeps its houses.
    """

    houses: tuple[tuple[str, str], ...]
    first_player: int | None = None
    bonuses: tuple[Words, ...] = ()


class Play(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One play of the live log: a soldier with his captain, or a bare move of the tracker (fields as in `Move`)."""

    battle: int
    seat: int
    house: str
    soldier: str | None = None
    spaces: int | None = None
    space: str | None = None


class Betrayal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player plays Betrayal on a battle, and may support both sides of it from now on (DW-21)."""

    battle: int
    seat: int


class Gain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player takes more captains this year than the year gives: a space's reward (DW-25), or a bonus (DW-15)."""

    seat: int
    captains: int = 1


class Pass(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player passes: no more plays this year; the first to pass is first next year (DW-28, DW-29)."""

    seat: int


class Battle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The final position of a battle, instead of its plays; recorded again it replaces the previous one.

    `houses` may be left out where a `Pairing` named them; `bonus` left out keeps the one named there.
    """

    battle: int
    tracker: int
    captains: Captains
    houses: tuple[str, str] | None = None
    bonus: Words | None = None
    betrayal: tuple[int, ...] = ()


class Year(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The end of a year. With `battles` this is the whole year at once, replacing what was recorded of it; without them
    it closes the year as it was recorded. `gained` is {seat: captains} as in `Gain`.
    """

    battles: tuple[Contest, ...] = ()
    first_player: int | None = None
    first_to_pass: int | None = None
    gained: Mapping[int, int] = field(default_factory=dict)


class HouseValues(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The final value of every house, where the years were not recorded (DW-51); ends the years.

    `note` explains a value that no play explains; it lifts the check (HR-DW-11).
    """

    values: Mapping[str, int]
    note: Words = ""


class Tally(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one seat holds behind its screen at the end (DW-41 to DW-45); secret until all are in (DW-18).

    `influence` is {house: tokens} (a house left out: none), `support` the house of the support card; `adjust` is what a
    dog's ability adds or takes, with a note that says why (DW-39, HR-DW-09). `confirmed` accepts a support card that
    two tallies name, or more coins than the box holds (HR-DW-10).
    """

    seat: int
    vp: Count
    influence: Mapping[str, Count]
    support: str
    coins: Count
    tactics: Count
    soldiers: Count
    adjust: Count = 0
    adjust_note: Words = ""
    confirmed: bool = False


ENTRIES: Mapping[str, type[Struct]] = {
    "pairing": Pairing,
    "play": Play,
    "betrayal": Betrayal,
    "gain": Gain,
    "pass": Pass,
    "battle": Battle,
    "year": Year,
    "house-values": HouseValues,
    "tally": Tally,
}
