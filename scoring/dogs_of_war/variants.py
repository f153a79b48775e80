"""The agreed variants, and what they change (DW-07, DW-48 to DW-50)."""

from scoring.dogs_of_war.entries import Options
from scoring.dogs_of_war.years.soldiers import TRACK

CRUSHING, SUDDEN, DECISIVE, CUTTHROAT = "crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat"
VARIANTS = (CRUSHING, SUDDEN, DECISIVE, CUTTHROAT)


def start_value(options: Options) -> int:
    """Where the house tokens start: -1, or 0 with crushing victories at 12 (DW-03, DW-48)."""
    return 0 if CRUSHING in options.variants else -1


def glory(options: Options) -> int:
    """From which space on a victory is glorious (DW-33, DW-48)."""
    return 12 if CRUSHING in options.variants else TRACK


def house_count(options: Options) -> int:
    """How many houses take part: six, or four in cutthroat (DW-07)."""
    return 4 if CUTTHROAT in options.variants else 6
