"""Links to the pages of a sheet that record late arrivals and early leavers."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from clubs.models import Night, Player
from games.base.table_game import TableAction
from games.entries.match_state import MatchState
from games.models import Match
from games.registry import table_game
from leagues.nights.tables import TableNow, table_now, tables_of

LATE, LEAVE = "late", "leave"


@dataclass(frozen=True)
class ActionLink:
    """A table, and the address of the page that records the action on its sheet; "" if its game has no such action."""

    table: TableNow
    url: str


def action_of(state: MatchState, key: str) -> TableAction | None:
    """Return the game's action with this key, if it is offered in the current state; otherwise None."""
    matching = (action for action in table_game(state.match.game).actions if action.key == key)
    return next((action for action in matching if action.offered(state)), None)


def open_tables(night: Night) -> list[MatchState]:
    """Return the open matches of the night."""
    return [state for state in tables_of(night) if state.match.is_open]


def join_links(states: Sequence[MatchState], player: Player) -> list[ActionLink]:
    """Return the tables that a late arrival can still join, the smallest first."""
    joining = [state for state in states if action_of(state, LATE) and not _sits(state, player)]
    joining.sort(key=lambda state: len(state.sheet.active_seats))
    return [ActionLink(table_now(state), _address(state.match, LATE, player=player.pk)) for state in joining]


def leave_links(states: Sequence[MatchState]) -> dict[int, ActionLink]:
    """Return, by player, the link with which a player at an open table leaves early."""
    links = {}
    for state in states:
        table, leaves = table_now(state), action_of(state, LEAVE)
        for seat in state.seats:
            if seat.position in state.sheet.active_seats:
                url = _address(state.match, LEAVE, seat=seat.position) if leaves else ""
                links[seat.player_id] = ActionLink(table, url)
    return links


def _sits(state: MatchState, player: Player) -> bool:
    return any(seat.player_id == player.pk and seat.position in state.sheet.active_seats for seat in state.seats)


def _address(match: Match, action: str, **query: int) -> str:
    return f"{reverse('action', args=[match.pk, action])}?{urlencode(query)}"
