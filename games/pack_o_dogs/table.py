"""Which screen the table shows now."""

from django.http import QueryDict

from games.base.display import Screen
from games.entries.match_state import MatchState, read
from games.pack_o_dogs import base_game_screen, result, round_screen
from games.pack_o_dogs.screen_parts import free_number, sheet_of
from scoring.pack_o_dogs import Capture, RoundStep, next_step


def screen(book: MatchState, form: QueryDict) -> Screen:
    """What is next; what was written last stays until somebody goes on to the free line."""
    step = next_step(sheet_of(book))
    if step is None or (_rests(book) and form.get("number") != str(free_number(book))):
        return (
            round_screen.written(book) if isinstance(step, RoundStep) and step.leader is not None else result.over(book)
        )
    return (
        round_screen.pressed_so_far(book, step, form)
        if isinstance(step, RoundStep)
        else base_game_screen.counting(book, step, form)
    )


def _rests(book: MatchState) -> bool:
    """A round or a whole base game was written; a capture is only counted on."""
    return bool(book.live) and not isinstance(read(book.engine, book.live[-1]), Capture)
