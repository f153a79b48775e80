"""Chooses the screen that the table’s page shows."""

from django.http import QueryDict

from games.base.display import Screen
from games.base.entry.hidden_forms import free_number
from games.entries.match_state import MatchState, read
from games.pack_o_dogs import result
from games.pack_o_dogs.entry import base_game_screen, round_screen
from games.pack_o_dogs.entry.screen_parts import sheet_of
from games.rounds.stop import stopped
from scoring.pack_o_dogs import Capture, RoundStep, next_step


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page. A round or game that was written stays until the query names the next entry number."""
    if sheet_of(state).shortened:
        return stopped(state)
    step = next_step(sheet_of(state))
    if step is None or (_shows_last(state) and form.get("number") != str(free_number(state))):
        return (
            round_screen.last_round(state)
            if isinstance(step, RoundStep) and step.leader is not None
            else result.last_game(state)
        )
    return (
        round_screen.half_entered(state, step, form)
        if isinstance(step, RoundStep)
        else base_game_screen.counting(state, step, form)
    )


def _shows_last(state: MatchState) -> bool:
    """Whether the last entry is a round or a whole base game, not a capture."""
    return bool(state.live) and not isinstance(read(state.engine, state.live[-1]), Capture)
