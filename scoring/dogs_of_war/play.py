"""The fold: how each entry turns one sheet into the next."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from scoring.base import Malformed
from scoring.dogs_of_war import tally
from scoring.dogs_of_war.entries import NAME, Battle, Betrayal, Gain, HouseValues, Pairing, Pass, Play, Tally, Year
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.years import live, year
from scoring.messages import Message


def play(sheet: DogsOfWarSheet, entry: Struct) -> DogsOfWarSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.dogs_of_war import Options
    >>> from scoring.dogs_of_war.start import start
    >>> sheet = play(start(3, Options()), Pairing((("Talbot", "Harlow"),), first_player=2))
    >>> play(sheet, Play(0, 2, "Harlow", "knight")).open.battles[0].plays[0].soldier
    'knight'
    """
    step = _PLAYS.get(type(entry))
    if step is None:
        raise Malformed("kind", Message("“{kind}” is not an entry of {game}.", kind=type(entry).__name__, game=NAME))
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
