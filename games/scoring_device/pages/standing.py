"""The match as it stands, beside the question who keeps score of it: so that it is the right one."""

from typing import Any

from games.base.results.titles import game_name
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game


def as_it_stands(match: Match) -> dict[str, Any]:
    """How far it is, who leads, and everybody's total, as whoever looks on may read them; two queries."""
    state, display = load(match).public, table_game(match.game).display
    return {
        "game": game_name(match),
        "progress": display.state(state),
        "standing": display.standing(state),
        "totals": [(state.names[seat], total) for seat, total in state.sheet.totals.items()],
    }
