"""The data of the forecast page, from a match's sheet and its forecast."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.base.entry.round_words import numbered
from games.base.results.forecasts import ForecastPoint
from games.charts.chances_chart import ChancesChart, Path, along_of, chances_chart, marks_of, with_turn
from games.entries.match_state import MatchState
from games.forecasts.current import Current
from games.forecasts.table import Row, rows_now, rows_over
from games.forecasts.turning import LEAST, ChangeLine, Turn, change_lines, turn_of
from games.forecasts.wording import percent
from games.registry import table_game
from scoring.turning import SIMULATIONS, ahead

WIN_GAP, LAST_GAP = 6.4, 9.0


@dataclass(frozen=True)
class NumberRow:
    """The percentages after one round, by seat, for the table below the charts."""

    round: int
    win: Sequence[str]
    last: Sequence[str]


@dataclass(frozen=True)
class ChancesView:
    """The data of the page: `rounds` are scored, `left` are to come. There are no charts before the third round."""

    rounds: int
    left: int
    rows: Sequence[Row]
    is_over: bool
    names: Sequence[str]
    numbers: Sequence[NumberRow] = ()
    win: ChancesChart | None = None
    last: ChancesChart | None = None
    turn: Turn | None = None
    changes: Sequence[ChangeLine] = field(default_factory=list)


def view_of(state: MatchState, found: Current) -> ChancesView | None:
    """The data of the page; None while the forecast is calculated, or if the club has too few matches."""
    points = found.points
    if not points:
        return None
    display = table_game(state.match.game).display
    word, names, now = display.round_word, shortened(state.names), points[-1]
    rows = rows_over(state, points, word) if now.is_end else rows_now(state, points)
    length = now.round if now.is_end else display.length(state)
    view = ChancesView(now.round, length - now.round, rows, now.is_end, names)
    if now.round < LEAST:
        return view
    turn = turn_of(state, found.forecasts, points, word)
    return replace(
        view,
        numbers=[_numbers(point) for point in points],
        win=_win(points, names, length, turn, word),
        last=_last(points, names, length, word),
        turn=turn,
        changes=change_lines(state, found.forecasts, points, turn),
    )


def _numbers(point: ForecastPoint) -> NumberRow:
    win, last = ([percent(times) if times is not None else "–" for times in each] for each in (point.win, point.last))
    return NumberRow(point.round, win, last)


def _win(
    points: Sequence[ForecastPoint], names: Sequence[str], length: int, turn: Turn | None, word: str
) -> ChancesChart:
    lead, low = _ends(points[-1])
    paths = _paths([(point.round, point.win) for point in points], names)
    summary = _won_after_each(word)
    along = along_of(length, word)
    chart = chances_chart(paths, summary, length, lead, low, rings="is-lead", gap=WIN_GAP, along=along)
    if turn is None:
        return chart
    number, largest = turn.change.round, turn.change.largest[:2]
    moves = {
        seat: (turn.change.moves[seat][0] / SIMULATIONS, turn.change.moves[seat][1] / SIMULATIONS) for seat in largest
    }
    return with_turn(chart, number, length, numbered(word, number), marks_of(moves, number, length, lead))


def _last(points: Sequence[ForecastPoint], names: Sequence[str], length: int, word: str) -> ChancesChart:
    lead, low = _ends(points[-1])
    paths = _paths([(point.round, point.last) for point in points], names)
    summary = _last_after_each(word)
    return chances_chart(paths, summary, length, lead, low, rings="is-low", gap=LAST_GAP, along=along_of(length, word))


def _won_after_each(word: str) -> str:
    phrases = {
        "hand": _("Chance to win after each hand; the numbers are in the table below"),
        "game": _("Chance to win after each game; the numbers are in the table below"),
        "year": _("Chance to win after each year; the numbers are in the table below"),
    }
    return phrases.get(word, _("Chance to win after each round; the numbers are in the table below"))


def _last_after_each(word: str) -> str:
    phrases = {
        "hand": _("Chance to finish last after each hand; the numbers are in the table above"),
        "game": _("Chance to finish last after each game; the numbers are in the table above"),
        "year": _("Chance to finish last after each year; the numbers are in the table above"),
    }
    return phrases.get(word, _("Chance to finish last after each round; the numbers are in the table above"))


def _ends(now: ForecastPoint) -> tuple[int, int]:
    """The seats likeliest to win and to finish last, which are emphasised in both charts."""
    return ahead(now.chances), ahead({seat: times for seat, times in enumerate(now.last) if times is not None})


def _paths(chances: Sequence[tuple[int, Sequence[int | None]]], names: Sequence[str]) -> list[Path]:
    found = []
    for seat, name in enumerate(names):
        own = [(number, times[seat]) for number, times in chances]
        shares = [(number, times / SIMULATIONS) for number, times in own if times is not None]
        found.append(Path(name, percent(own[-1][1] or 0), shares))
    return found
