"""Call-out counts of a Dogs of War match: who leads, and how battles ended."""

from collections.abc import Sequence

from scoring.dogs_of_war.line import BOTH_DEFEATED, GLORIOUS, BattleLine, YearLine
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.feats import CallOutCount, calls, calls_of, summed

EVERY_TIME = ("glorious", "both-defeated")


def called_out(sheet: DogsOfWarSheet) -> tuple[CallOutCount, ...]:
    """The call-outs of a match, counted: seats that take the lead, glorious victories for every seat with a captain of
    the victor, and battles that both houses lost.
    """
    return summed(calls(enumerate(sheet.years, start=1), _calls_of, EVERY_TIME))


def _calls_of(line: YearLine) -> list[tuple[str, int | None]]:
    return [*calls_of(line), *(call for battle in line.battles for call in _of_battle(battle))]


def _of_battle(battle: BattleLine) -> Sequence[tuple[str, int | None]]:
    if battle.outcome == BOTH_DEFEATED:
        return [("both-defeated", None)]
    there = battle.captains[battle.victor or ""] if battle.outcome == GLORIOUS else {}
    return [("glorious", seat) for seat, captains in there.items() if captains]
