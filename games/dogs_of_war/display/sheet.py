"""The score sheet: the final tally first once it is complete, then the VP won in battle, the houses, and each battle as
a drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import shortened
from games.dogs_of_war.tallies import result
from games.dogs_of_war.tallies.svg import Houses
from games.dogs_of_war.years.open_year import Strip, sheet_of, step_of, strip
from games.entries.match_state import MatchState
from scoring.dogs_of_war.line import YearLine
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet

TEMPLATE = "games/dogs_of_war/sheet.html"


@dataclass(frozen=True)
class Cell:
    """The points a player won in a year’s battles, and the total so far; `link` leads to the history of the cell."""

    points: int
    total: int
    is_top: bool
    link: str


@dataclass(frozen=True)
class Row:
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


def _rows(war_sheet: DogsOfWarSheet, state: MatchState) -> list[Row]:
    base = state.match.get_absolute_url()
    done = [Row(line.number, [_cell(line, seat, base) for seat in war_sheet.active_seats]) for line in war_sheet.years]
    if war_sheet.finished or not state.match.is_open:
        return done
    step = step_of(war_sheet)
    return [*done, Row(step.number, [], is_now=True)]


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
