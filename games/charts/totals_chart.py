"""The totals of a match after each round, as a chart and as table rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.base.entry.names import isolated, shortened
from games.charts.line_chart import Chart, Series, every, has_shape, line_chart
from games.entries.match_state import MatchState
from scoring.base import Line


@dataclass(frozen=True)
class Run:
    """The chart and its table: `rows` are (round number, total per player), None for a player not at the table yet."""

    chart: Chart
    names: Sequence[str]
    rows: Sequence[tuple[int, Sequence[int | None]]]
    has_tally: bool = False

    @property
    def headed_rows(self) -> list[tuple[int | str, Sequence[int | None]]]:
        """As a page shows them: a final tally is no round and has no number."""
        last = len(self.rows)
        return [(_("The tally") if self.has_tally and at == last else at, totals) for at, totals in self.rows]


def run_of(state: MatchState, length: int, goal: int | None = None) -> Run | None:
    """Return the totals of a match; `length` is the number of rounds, `goal` the total at which the game ends.

    None before the second round, and while all totals are within two points.
    """
    lines = [line for line in state.sheet.lines if line.is_scored]
    if len(lines) < 2:
        return None
    rounds = dict(enumerate(lines, start=1))
    seats = [seat for rank in state.engine.ranks(state.sheet) for seat in rank.seats]
    seats += [seat for seat in state.sheet.totals if seat not in seats]
    names = shortened(state.names)
    series = [Series(names[seat], points) for seat in seats if (points := _points(rounds, seat))]
    if not has_shape(value for each in series for _, value in each.points):
        return None
    last = max(len(lines), length)
    has_tally = not lines[-1].is_round
    chart = line_chart(series, _("Totals after each round"), last, every(last - has_tally), goal)
    rows = [
        (number, [line.totals[seat] if seat in line.points else None for seat in state.sheet.totals])
        for number, line in rounds.items()
    ]
    return Run(chart, [isolated(names[seat]) for seat in state.sheet.totals], rows, has_tally)


def _points(rounds: Mapping[int, Line], seat: int) -> list[tuple[int, int]]:
    """(round, total) from the total before the seat's first round to its last."""
    mine = [(number, line.totals[seat]) for number, line in rounds.items() if seat in line.points]
    if not mine:
        return []
    number = mine[0][0]
    return [(number - 1, mine[0][1] - rounds[number].points[seat]), *mine]
