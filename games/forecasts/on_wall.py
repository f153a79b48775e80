"""Forecasts on the wall board of a match."""

from games.base.display import Screen
from games.entries.match_state import MatchState
from games.forecasts.current import current
from games.forecasts.table import rows_now
from games.forecasts.turning import turn_of
from games.registry import table_game


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
