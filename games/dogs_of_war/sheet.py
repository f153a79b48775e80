"""The score sheet: the final tally first once it is complete, then the VP won in battle, the houses, and each battle as
a drawing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.display import CallOutLine, Screen
from games.base.names import listed, shortened
from games.dogs_of_war import result
from games.dogs_of_war.open_year import Strip, sheet_of, step_of, strip
from games.dogs_of_war.result import Houses
from games.entries.match_state import MatchState
from scoring.dogs_of_war.battle import BOTH_DEFEATED, GLORIOUS, BattleLine, YearLine
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet
from scoring.messages import terms, translated

TEMPLATE = "games/dogs_of_war/sheet.html"


@dataclass(frozen=True)
class Cell:
    """The points a player won in a year’s battles, and the total so far; `link` leads to the history of the cell."""

    points: int
    total: int
    is_top: bool
    link: str


@dataclass(frozen=True)
class YearRow:
    """The figures of one year, a cell per player; no cells for the year in progress."""

    number: int
    cells: Sequence[Cell]
    is_now: bool = False


@dataclass(frozen=True)
class Fought:
    """The battles of one year as drawings; `words` says who was first and who passed first."""

    number: int
    strips: Sequence[Strip]
    words: str


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    war_sheet, names = sheet_of(state), shortened(state.names)
    context = {
        "columns": result.heads(state),
        "rows": [] if war_sheet.declared and not war_sheet.years else list(_rows(war_sheet, state)),
        "end": result.parts(state),
        "houses": None if war_sheet.complete else _houses(state),
        "fought": [_fought(war_sheet, line, names) for line in war_sheet.years],
        "open": _open(war_sheet, names),
    }
    return Screen(TEMPLATE, context)


def _rows(war_sheet: DogsOfWarSheet, state: MatchState) -> list[YearRow]:
    base = state.match.get_absolute_url()
    done = [
        YearRow(line.number, [_cell(line, seat, base) for seat in war_sheet.active_seats]) for line in war_sheet.years
    ]
    if war_sheet.finished or not state.match.is_open:
        return done
    step = step_of(war_sheet)
    return [*done, YearRow(step.number, [], is_now=True)]


def _cell(line: YearLine, seat: int, base: str) -> Cell:
    is_top = seat in line.leaders and line.totals[seat] > 0
    return Cell(line.points[seat], line.totals[seat], is_top, f"{base}cell/{line.number}/{seat}/")


def _houses(state: MatchState) -> Houses:
    return result.tracks(state)


def _fought(war_sheet: DogsOfWarSheet, line: YearLine, names: Sequence[str]) -> Fought:
    strips = [strip(war_sheet, at, battle, names) for at, battle in enumerate(line.battles)]
    sentences = []
    if line.first_player is not None:
        sentences.append(_("{names} was first.").format(names=names[line.first_player]))
    if line.first_to_pass is not None:
        sentences.append(_("{names} passed first.").format(names=names[line.first_to_pass]))
    return Fought(line.number, strips, " ".join(sentences))


def _open(war_sheet: DogsOfWarSheet, names: Sequence[str]) -> Fought | None:
    """Return the year in progress, as far as it is recorded; None where no year is open."""
    if war_sheet.open is None or war_sheet.number > YEARS:
        return None
    step = step_of(war_sheet)
    strips = [strip(war_sheet, each.battle, each.line, names) for each in step.battles if each.line]
    return Fought(step.number, strips, _("Still being fought."))


# The call-outs of a match, newest first: glorious victories, crushing defeats, battles in which both houses were
# defeated.


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
