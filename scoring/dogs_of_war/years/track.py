"""The house track: the order of houses, the pairings of a decisive fourth year, and which values are possible (DW-50,
DW-51).
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from scoring.base import Illegal
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet
from scoring.dogs_of_war.variants import DECISIVE
from scoring.messages import Message, listed

Pairs = tuple[tuple[str, str], ...]


class Reach(Struct, frozen=True):
    """The lowest and highest value each house may have when the years are over, and those of their sum (DW-51)."""

    low: Mapping[str, int]
    high: Mapping[str, int]
    sum_low: int
    sum_high: int


def reach(sheet: DogsOfWarSheet) -> Reach:
    """The values still possible: each year left moves a house by -1 to +2, each decided battle adds 1 to the sum."""
    left = max(0, YEARS + 1 - sheet.number)
    now = sum(sheet.values.values())
    low = {house: value - left for house, value in sheet.values.items()}
    high = {house: value + 2 * left for house, value in sheet.values.items()}
    return Reach(low, high, now, now + left * sheet.fights)


def is_decisive(sheet: DogsOfWarSheet) -> bool:
    """Whether the year in progress pairs houses by the track (DW-50)."""
    return DECISIVE in sheet.options.variants and sheet.number == YEARS


def pairings(values: Mapping[str, int]) -> Pairs:
    """First against second, third against fourth and so on; houses of equal value in the order agreed, which the
    scorekeeper may change.

    >>> pairings({"Talbot": 0, "Mallory": 2, "Bastiani": -1, "Hackett": 3})
    (('Hackett', 'Mallory'), ('Talbot', 'Bastiani'))
    """
    order = sorted(values, key=lambda house: -values[house])
    return tuple(zip(order[::2], order[1::2], strict=True))


def level(values: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The groups of houses of equal value whose order decides who fights whom (HR-DW-05); a pair that fights each other
    anyway is no such group.

    >>> level({"Talbot": 2, "Mallory": 2, "Bastiani": 1, "Hackett": 0, "Tornborn": 0, "Harlow": -1})
    (('Hackett', 'Tornborn'),)
    """
    groups, start = [], 0
    for _, group in groupby(sorted(values, key=lambda house: -values[house]), key=lambda house: values[house]):
        houses = tuple(group)
        if len(houses) > 2 or (len(houses) == 2 and start % 2):
            groups.append(houses)
        start += len(houses)
    return tuple(groups)


def check_decisive(sheet: DogsOfWarSheet, pairs: Sequence[tuple[str, str]]) -> None:
    """Raise Illegal `pairing` unless a decisive fourth year pairs first and second, third and fourth, fifth and sixth,
    in that order (DW-50).
    """
    if not is_decisive(sheet):
        return
    order = sorted(sheet.values.values(), reverse=True)
    for battle, houses in enumerate(pairs):
        pair_values = sorted((sheet.values[house] for house in houses), reverse=True)
        if pair_values != order[2 * battle : 2 * battle + 2]:
            message = Message(
                "Battle {battle} of a decisive fourth year is between places {upper} and {lower} of the house track: "
                "{houses} do not stand there.",
                battle=battle + 1,
                upper=2 * battle + 1,
                lower=2 * battle + 2,
                houses=listed(houses),
            )
            raise Illegal("pairing", message, at=sheet.number, field="houses")
