"""The data of the forecast page, from a match's sheet and its forecast."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.language.locales import signed
from games.base.display import Screen
from games.base.forecasts import Chance, ForecastPoint, Forecasts
from games.base.names import shortened
from games.base.wording import numbered, numbered_first
from games.charts.plots import ChancesChart, Path, along_of, chances_chart, marks_of, with_turn
from games.entries.match_state import MatchState
from games.forecasts.stored import Current, current
from games.registry import table_game
from scoring.turning import SIMULATIONS, Change, ahead, changes, turning_point

# The rounds that changed the chances most, and the one that turned the match, in words.


# Chances in words; only certain ones are given as 0 or 100 per cent.


ONE = SIMULATIONS // 100


def percent(times: int) -> str:
    """The percentage of `times` in 10,000 simulations: `<1`, `22`, `>99`; 0 and 100 only if it is never or always so.

    >>> percent(2249), percent(30), percent(9960), percent(0), percent(10_000)
    ('22', '<1', '>99', '0', '100')
    """
    if 0 < times < ONE:
        return "<1"
    if SIMULATIONS - ONE < times < SIMULATIONS:
        return ">99"
    return str(round(times / ONE))


def span(before: int, after: int) -> str:
    """`61 to 87%`.

    >>> span(6100, 8712)
    '61 to 87%'
    """
    return _("{before} to {after}%").format(before=percent(before), after=percent(after))


SHOWN, SMALLEST = 4, 3 * SIMULATIONS // 100
PLAYERS_NAMED = 2  # players named per round
FEWEST_ROUNDS = 3  # rounds before there can be a turn


@dataclass(frozen=True)
class ChangeLine:
    """A row of the table of changes."""

    round: int
    played: str
    moves: Sequence[str]
    is_turn: bool


@dataclass(frozen=True)
class Turn:
    """The round that turned the match; `headline` names it, `sentence` says what was played and how the chances
    changed.
    """

    change: Change
    headline: str
    sentence: str


def turning_of(points: Sequence[ForecastPoint]) -> Change | None:
    """The change that turned the match; None before the third round, or if no chance has moved."""
    return turning_point([point.chances for point in points]) if len(points) > FEWEST_ROUNDS else None


def turn_of(state: MatchState, forecasts: Forecasts, points: Sequence[ForecastPoint], word: str) -> Turn | None:
    """The round that turned the match, in words; None if there is none. `word` is the game's word for a round."""
    change = turning_of(points)
    if change is None:
        return None
    names, seats = shortened(state.names), change.largest[:PLAYERS_NAMED]
    moves = [Move(names[seat], *map(percent, change.moves[seat])) for seat in seats]
    played = forecasts.round_in_words(state, change.round, seats)
    turned = _("{round} turned it.") if points[-1].is_end else _("{round} has turned it so far.")
    headline = turned.format(round=numbered_first(word, change.round))
    return Turn(change, headline, _moves_in_words(played, moves))


class Move(NamedTuple):
    """How a player's chances changed, in percent without the sign."""

    player: str
    before: str
    after: str


def _moves_in_words(played: str, moves: Sequence[Move]) -> str:
    """`Ann took 3 of 3: Ann went from 61 to 87%, Bo from 20 to 9%.`"""
    first, *rest = moves
    about = {"played": played, "player": first.player, "before": first.before, "after": first.after}
    if not rest:
        return _("{played}: {player} went from {before} to {after}%.").format(**about)
    (other,) = rest
    words = _("{played}: {player} went from {before} to {after}%, {other} from {other_before} to {other_after}%.")
    return words.format(**about, other=other.player, other_before=other.before, other_after=other.after)


def change_lines(
    state: MatchState, forecasts: Forecasts, points: Sequence[ForecastPoint], turn: Turn | None
) -> list[ChangeLine]:
    """Up to four rounds with the largest changes, the one that turned the match first."""
    names = shortened(state.names)
    moved = sorted(
        (each for each in changes([point.chances for point in points]) if each.size >= SMALLEST),
        key=lambda each: -each.size,
    )
    if turn:
        moved = [turn.change, *(each for each in moved if each.round != turn.change.round)]
    return [
        ChangeLine(
            each.round,
            forecasts.round_in_words(state, each.round, each.largest[:PLAYERS_NAMED]),
            [f"{names[seat]} {span(*each.moves[seat])}" for seat in each.largest[:PLAYERS_NAMED]],
            is_turn=turn is not None and each.round == turn.change.round,
        )
        for each in moved[:SHOWN]
    ]


# The forecast of a match as table rows: the current chances, or for a finished match the best ones.


@dataclass(frozen=True)
class ChanceRow:
    """One player's chances; `change` is that of the chance to win since the round before, in percentage points, "" if
    none.
    """

    name: str
    total: int
    mark: str
    win: Chance
    last: Chance
    change: str = ""


def rows_now(state: MatchState, points: Sequence[ForecastPoint]) -> list[ChanceRow]:
    """The current chances, in seat order."""
    now, before = points[-1], points[-2] if len(points) > 1 else None
    return [
        ChanceRow(
            name=name,
            total=state.sheet.totals[seat],
            mark=_mark(state, seat),
            win=cell(now, now.win, seat, now.out, pgettext("cannot win any more", "out")),
            last=cell(now, now.last, seat, now.safe, pgettext("cannot finish last any more", "safe")),
            change=_change(now, before, seat),
        )
        for seat, name in enumerate(state.names)
    ]


def rows_over(state: MatchState, points: Sequence[ForecastPoint], word: str) -> list[ChanceRow]:
    """Each player’s highest chances to win and to finish last, and after which round that was."""
    return [
        ChanceRow(
            name=name,
            total=state.sheet.totals[seat],
            mark=_mark(state, seat),
            win=_best([(point.round, point.win[seat]) for point in points], word),
            last=_best([(point.round, point.last[seat]) for point in points], word),
        )
        for seat, name in enumerate(state.names)
    ]


def cell(point: ForecastPoint, chances: Sequence[int | None], seat: int, never: Sequence[int], word: str) -> Chance:
    """One chance of a seat in words; exactly 0 and 100 per cent are used only if certain by arithmetic.

    `chances` are by seat, `never` are seats for which it is impossible, and `word` is shown for those.
    """
    times = chances[seat]
    if times is None:
        return Chance(words=_("not seated yet"))
    if seat in never:
        return Chance(words=word, is_certain=True)
    others = {other for other, chance in enumerate(chances) if chance is not None and other != seat}
    if others <= set(never):
        return Chance(figure="100")
    if times < ONE:
        return Chance(words=_("under 1%"))
    return Chance(words=_("over 99%")) if times > SIMULATIONS - ONE else Chance(figure=percent(times))


def _change(now: ForecastPoint, before: ForecastPoint | None, seat: int) -> str:
    after, was = now.win[seat], before.win[seat] if before else None
    if after is None or was is None or seat in now.out:
        return ""
    return signed(round(after / ONE) - round(was / ONE))


def _best(chances: Sequence[tuple[int, int | None]], word: str) -> Chance:
    number, times = max(((number, times or 0) for number, times in chances), key=lambda chance: chance[1])
    return Chance(figure=percent(times), note=numbered(word, number) if number else _("at the start"))


def _mark(state: MatchState, seat: int) -> str:
    """The mark of a seat's total: `top` for the box, `low` for the circle, or ""."""
    lines = [line for line in state.sheet.lines if line.is_scored]
    if not lines:
        return ""
    return "top" if seat in lines[-1].leaders else "low" if seat in lines[-1].bottom else ""


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
    rows: Sequence[ChanceRow]
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
    if now.round < FEWEST_ROUNDS:
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


# Forecasts on the wall board of a match.


def with_chances(state: MatchState, board: Screen) -> tuple[Screen, str]:
    """Return the board with each player’s chance to win, and a headline on the round that turned the match.

    The board is returned unchanged, with "" as headline, while there is no forecast or after the last round.
    """
    found = current(state)
    if not found.points or found.points[-1].is_end:
        return board, ""
    chances = {seat: row.win for seat, row in enumerate(rows_now(state, found.points))}
    turn = turn_of(state, found.forecasts, found.points, table_game(state.match.game).display.round_word)
    return found.forecasts.on_wall(board, chances), turn.headline if turn else ""
