"""The start of a match, and the fold over its entries (DW-01, DW-03, DW-07, DW-48 to DW-52)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from scoring.base import Malformed, unknown_entry
from scoring.dogs_of_war import live, tally, year
from scoring.dogs_of_war.battle import CUTTHROAT, VARIANTS, house_count, start_value
from scoring.dogs_of_war.entries import (
    NAME,
    Battle,
    Betrayal,
    Gain,
    HouseValues,
    Options,
    Pairing,
    Pass,
    Play,
    Tally,
    Year,
)
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.messages import Message, counted, row

# The fold: how each entry turns one sheet into the next.


def play(sheet: DogsOfWarSheet, entry: Struct) -> DogsOfWarSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.dogs_of_war import Options
    >>> from scoring.dogs_of_war.play import start
    >>> sheet = play(start(3, Options()), Pairing((("Talbot", "Harlow"),), first_player=2))
    >>> play(sheet, Play(0, 2, "Harlow", "knight")).open.battles[0].plays[0].soldier
    'knight'
    """
    step = _PLAYS.get(type(entry))
    if step is None:
        raise unknown_entry(entry, NAME)
    return step(sheet, entry)


_PLAYS: Mapping[type, Callable[[DogsOfWarSheet, Any], DogsOfWarSheet]] = {
    Pairing: live.pairing,
    Play: live.play,
    Betrayal: live.betrayal,
    Gain: live.gain,
    Pass: live.pass_,
    Battle: live.battle,
    Year: year.close,
    HouseValues: tally.house_values,
    Tally: tally.tally,
}


# The start of a match: checks everything that was agreed (DW-01, DW-03, DW-07, DW-48 to DW-50).


FEWEST, MOST = 3, 5


def start(seats: int, options: Options) -> DogsOfWarSheet:
    """The sheet before the first year; Malformed `players`, `houses` or `malformed` where the match cannot be played
    like this.
    """
    _check_seats(seats, options)
    _check_variants(options)
    _check_houses(options)
    if len(options.dogs) > seats:
        raise Malformed("players", Message("There are more dogs of war than players: name one each."), field="dogs")
    active_seats = tuple(range(seats))
    return DogsOfWarSheet(
        seats=seats,
        active_seats=active_seats,
        lines=(),
        totals=dict.fromkeys(active_seats, 0),
        options=options,
        values=dict.fromkeys(options.houses, start_value(options)),
        open=None,
        first=None,
        reserve={},
        declared=False,
        tallied=(),
        tallies={},
    )


def _check_seats(seats: int, options: Options) -> None:
    if CUTTHROAT in options.variants and seats != FEWEST:
        message = Message("The cutthroat variant is for exactly 3 players: leave it out, or change who plays.")
        raise Malformed("players", message, field="players")
    if not FEWEST <= seats <= MOST:
        message = Message("{game} is for 3 to 5 players, not {players}: add another.", players=seats, game=NAME)
        if seats > MOST:
            message = Message("{game} is for 3 to 5 players, not {players}: leave some out.", players=seats, game=NAME)
        raise Malformed("players", message, field="players")


def _check_variants(options: Options) -> None:
    for variant in options.variants:
        if variant not in VARIANTS:
            message = Message(
                "“{variant}” is not a variant of {game}: use {known}.", variant=variant, game=NAME, known=row(VARIANTS)
            )
            raise Malformed("malformed", message, field="variants")
    if len(set(options.variants)) < len(options.variants):
        raise Malformed("malformed", Message("A variant stands there twice: name each once."), field="variants")


def _check_houses(options: Options) -> None:
    """Raise Malformed `houses` unless there are six different names, or four in cutthroat (DW-07)."""
    wanted, named = house_count(options), len(options.houses)
    if named != wanted:
        raise Malformed("houses", _house_number(wanted, named), field="houses")
    if len(set(options.houses)) < wanted or not all(house.strip() for house in options.houses):
        raise Malformed(
            "houses", Message("Every house needs a name of its own: no blank, no name twice."), field="houses"
        )


def _house_number(wanted: int, named: int) -> Message:
    if wanted == 4:
        return counted(
            "Cutthroat is played with {count} house, not {named}: name those that take part.",
            "Cutthroat is played with {count} houses, not {named}: name those that take part.",
            wanted,
            named=named,
        )
    if named == 4:
        return counted(
            "{game} is played with {count} house, not {named}: choose the variant cutthroat, which 3 play with "
            "four houses, or name all six.",
            "{game} is played with {count} houses, not {named}: choose the variant cutthroat, which 3 play with "
            "four houses, or name all six.",
            wanted,
            named=named,
            game=NAME,
        )
    return counted(
        "{game} is played with {count} house, not {named}: name those that take part.",
        "{game} is played with {count} houses, not {named}: name those that take part.",
        wanted,
        named=named,
        game=NAME,
    )
