"""The contents of the box (DW-06, DW-14, DW-52, HR-DW-06, HR-DW-10), and what the variants change (DW-07, DW-48 to
DW-50).
"""

from scoring.dogs_of_war.entries import Options
from scoring.dogs_of_war.years.soldiers import TRACK

CRUSHING, SUDDEN, DECISIVE, CUTTHROAT = "crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat"
VARIANTS = (CRUSHING, SUDDEN, DECISIVE, CUTTHROAT)


def start_value(options: Options) -> int:
    """The value of every house at the start: -1, or 0 with crushing victories at 12 (DW-03, DW-48)."""
    return 0 if CRUSHING in options.variants else -1


def glory(options: Options) -> int:
    """The distance from the centre from which a victory is glorious, in spaces (DW-33, DW-48)."""
    return 12 if CRUSHING in options.variants else TRACK


def house_count(options: Options) -> int:
    """How many houses take part: six, or four in cutthroat (DW-07)."""
    return 4 if CUTTHROAT in options.variants else 6


TOKENS = {3: 8, 4: 10, 5: 12}
COINS = 68
DOG_CAPTAINS = 6


def tokens(seats: int) -> int:
    """How many influence tokens of each house there are, by the number of players.

    >>> [tokens(seats) for seats in (3, 4, 5)]
    [8, 10, 12]
    """
    return TOKENS[seats]
