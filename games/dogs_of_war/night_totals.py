"""A night of Dogs of War in numbers: victories that were glorious, and houses that fell together."""

from collections.abc import Sequence

from games.base.statistics import Figure
from scoring.dogs_of_war import DogsOfWarSheet
from scoring.dogs_of_war.line import BOTH_DEFEATED, GLORIOUS


def numbers(sheets: Sequence[DogsOfWarSheet]) -> list[Figure]:
    outcomes = [battle.outcome for sheet in sheets for line in sheet.years for battle in line.battles]
    glorious, both = outcomes.count(GLORIOUS), outcomes.count(BOTH_DEFEATED)
    told = (("glorious victories", glorious), ("times both houses were defeated", both))
    return [Figure(label, number) for label, number in told if number]
