"""What was called out, newest first: glorious victories, those who fell far, battles that both houses lost."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.base.display import CallOutLine
from games.base.entry.names import listed, shortened
from games.dogs_of_war.years.open_year import sheet_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war.line import BOTH_DEFEATED, GLORIOUS, BattleLine, YearLine


def call_outs(state: MatchState) -> list[CallOutLine]:
    names = shortened(state.names)
    return [each for line in reversed(sheet_of(state).years) for each in reversed(list(of_year(line, names)))]


def of_year(line: YearLine, names: Sequence[str]) -> Iterator[CallOutLine]:
    for battle in line.battles:
        if battle.outcome == GLORIOUS:
            yield CallOutLine(str(line.number), "glorious", _("Glorious victory"), _glorious(battle, names))
            yield CallOutLine(str(line.number), "crushed", _("Crushing defeat"), _crushed(battle))
        elif battle.outcome == BOTH_DEFEATED:
            yield CallOutLine(str(line.number), "both-defeated", _("Both defeated"), _both(battle, names))


def _glorious(battle: BattleLine, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in battle.captains[battle.victor or ""]]
    who = listed(winners) if winners else "nobody"
    return f"{battle.victor} over {battle.defeated} with {battle.margin}; {who} stood by {battle.victor}."


def _crushed(battle: BattleLine) -> str:
    return _("{defeated} falls back on the house track.").format(defeated=battle.defeated)


def _both(battle: BattleLine, names: Sequence[str]) -> str:
    lost = sum(count for counts in battle.captains.values() for count in counts.values())
    captains = "no captain" if not lost else "1 captain" if lost == 1 else f"{lost} captains"
    return f"{' and '.join(battle.houses)} end level: {captains} for nothing."
