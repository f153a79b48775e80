"""The chances of a match on its wall board."""

from games.base.display import Screen
from games.entries.match_state import MatchState
from games.forecasts.current import current
from games.forecasts.table import rows_now
from games.forecasts.turning import turn_of
from games.registry import table_game


def with_chances(state: MatchState, board: Screen) -> tuple[Screen, str]:
    """The board with everybody’s chance to win, and which round has turned it; as it was where there is none yet, or
    nothing is left to play.
    """
    found = current(state)
    if not found.points or found.points[-1].is_end:
        return board, ""
    chances = {seat: row.win for seat, row in enumerate(rows_now(state, found.points))}
    turn = turn_of(state, found.forecasts, found.points, table_game(state.match.game).display.round_word)
    return found.forecasts.on_wall(board, chances), turn.headline if turn else ""
