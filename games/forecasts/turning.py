"""The rounds that changed the chances most, and the one that turned the match, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.base.forecasts import ForecastPoint, Forecasts
from games.base.names import shortened
from games.base.wording import numbered_first
from games.entries.match_state import MatchState
from scoring.turning import SIMULATIONS, Change, changes, turning_point

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
