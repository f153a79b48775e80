"""The call-outs of a match, newest first: glorious victories, crushing defeats, battles in which both houses were
defeated.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.display import CallOutLine
from games.base.entry.names import listed, shortened
from games.dogs_of_war.years.open_year import sheet_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war.line import BOTH_DEFEATED, GLORIOUS, BattleLine, YearLine
from scoring.messages import terms, translated

LABELS = terms({"glorious": "Glorious victory", "crushed": "Crushing defeat", "both-defeated": "Both defeated"})


def call_outs(state: MatchState) -> list[CallOutLine]:
    """Return the call-outs of the whole match, newest first."""
    names = shortened(state.names)
    return [each for line in reversed(sheet_of(state).years) for each in reversed(list(of_year(line, names)))]


def of_year(line: YearLine, names: Sequence[str]) -> Iterator[CallOutLine]:
    """Yield the call-outs of one year, battle by battle."""
    for battle in line.battles:
        if battle.outcome == GLORIOUS:
            yield CallOutLine(str(line.number), "glorious", translated(LABELS["glorious"]), _glorious(battle, names))
            yield CallOutLine(str(line.number), "crushed", translated(LABELS["crushed"]), _crushed(battle))
        elif battle.outcome == BOTH_DEFEATED:
            yield CallOutLine(
                str(line.number), "both-defeated", translated(LABELS["both-defeated"]), _both(battle, names)
            )


def _glorious(battle: BattleLine, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in battle.captains[battle.victor or ""]]
    words = _("{house} over {defeated} with {points}; {names} stood by {house}.")
    if not winners:
        words = _("{house} over {defeated} with {points}; nobody stood by {house}.")
    about = {"house": battle.victor, "defeated": battle.defeated, "points": battle.margin}
    return words.format(**about, names=listed(winners))


def _crushed(battle: BattleLine) -> str:
    return _("{defeated} falls back on the house track.").format(defeated=battle.defeated)


def _both(battle: BattleLine, names: Sequence[str]) -> str:
    lost = sum(count for counts in battle.captains.values() for count in counts.values())
    words = _("{houses} end level: no captain for nothing.")
    if lost:
        words = ngettext(
            "{houses} end level: {count} captain for nothing.",
            "{houses} end level: {count} captains for nothing.",
            lost,
        )
    return words.format(houses=listed(battle.houses), count=lost)
