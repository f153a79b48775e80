"""The rounds that moved the chances most, and the one that turned the match, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.base.entry.round_words import numbered_first
from games.base.results.forecasts import ForecastPoint, Forecasts
from games.entries.match_state import MatchState
from games.forecasts.wording import span
from scoring.turning import TIMES, Change, changes, turning

SHOWN, SMALLEST = 4, 3 * TIMES // 100
TOLD = 2  # players of a round
LEAST = 3  # rounds, before which nothing has turned


@dataclass(frozen=True)
class ChangeLine:
    """A row of the table of changes."""

    round: int
    played: str
    moves: Sequence[str]
    is_turn: bool


@dataclass(frozen=True)
class Turn:
    """`headline` names the round, `sentence` says what was played in it and what it did."""

    change: Change
    headline: str
    sentence: str


def turning_of(points: Sequence[ForecastPoint]) -> Change | None:
    """None before the third round, and where nothing has moved."""
    return turning([point.chances for point in points]) if len(points) > LEAST else None


def turn_of(state: MatchState, forecasts: Forecasts, points: Sequence[ForecastPoint], word: str) -> Turn | None:
    change = turning_of(points)
    if change is None:
        return None
    names, seats = shortened(state.names), change.largest[:TOLD]
    spans = [_went(names[seat], span(*change.moves[seat]), is_first=not at) for at, seat in enumerate(seats)]
    played = forecasts.round_in_words(state, change.round, seats)
    turned = _("{round} turned it.") if points[-1].is_end else _("{round} has turned it so far.")
    headline = turned.format(round=numbered_first(word, change.round))
    return Turn(change, headline, f"{played}: {', '.join(spans)}.")


def _went(player: str, chances: str, *, is_first: bool) -> str:
    """`Ann went from 61 to 87 %`; the next one in the same sentence is `Bo from 20 to 9 %`."""
    words = _("{player} went from {span}") if is_first else _("{player} from {span}")
    return words.format(player=player, span=chances)


def change_lines(
    state: MatchState, forecasts: Forecasts, points: Sequence[ForecastPoint], turn: Turn | None
) -> list[ChangeLine]:
    """The largest first."""
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
            forecasts.round_in_words(state, each.round, each.largest[:TOLD]),
            [f"{names[seat]} {span(*each.moves[seat])}" for seat in each.largest[:TOLD]],
            is_turn=turn is not None and each.round == turn.change.round,
        )
        for each in moved[:SHOWN]
    ]
