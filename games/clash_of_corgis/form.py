"""Parsing the form of one game: the winner, and the cards the others had left, as far as they were counted.

A field is named after the seat: `left-2`. A player with 0 cards left has won, so a typed sheet needs no field for the
winner.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.form_parsing import INCOMPLETE, entry_id, line_number, moment, typed
from games.base.table_game import Unreadable
from games.entries.drafts import Draft
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game

GAME = CLASH_OF_CORGIS.kind(Game(winner=0))
LEFT = re.compile(r"left-([0-9]{1,3})", re.ASCII)
CLOCK = re.compile(r"[1-9][0-9]{11,12}", re.ASCII)
CHANGE_WINDOW = 120_000  # milliseconds in which the winner may still be changed
NEXT_FIRST = gettext_lazy(
    "This game was saved a while ago. If the next one is over, tap its button below first; to change this one, "
    "correct it on the sheet."
)
NUMBER = gettext_lazy("Enter a whole number: the cards left, 0 for the winner.")


def drafts(form: QueryDict) -> list[Draft]:
    """Return the one game the form holds. Raises Unreadable."""
    if form.get("what") != GAME:
        raise Unreadable(str(INCOMPLETE))
    if _is_another_game(form):
        raise Unreadable(str(NEXT_FIRST), "winner")
    return [Draft(GAME, line_number(form), payload(form), id=entry_id(form), recorded_at=moment(form))]


def _is_another_game(form: QueryDict) -> bool:
    """Whether a second winner was tapped more than two minutes after the game was saved: most likely the next game is
    over, and the saved one is right.
    """
    since, now = (form.get(name, "") for name in ("since", "at"))
    if len(set(form.getlist("winner"))) < 2 or not (CLOCK.fullmatch(since) and CLOCK.fullmatch(now)):
        return False
    return int(now) - int(since) > CHANGE_WINDOW


def payload(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of a game; the tapped winner counts, else the player with no card left. Raises Unreadable."""
    left = {seat: cards for seat in seats(form, prefix) if (cards := _cards(form, prefix, seat)) is not None}
    winner = _winner(form, prefix, left)
    counted = {str(seat): cards for seat, cards in sorted(left.items()) if seat != winner}
    return {"winner": winner, **({"cards_left": counted} if counted else {})}


def seats(form: QueryDict, prefix: str = "") -> list[int]:
    """The seats for which the form has a field."""
    fields = (LEFT.fullmatch(name.removeprefix(prefix)) for name in form if name.startswith(prefix))
    return sorted(int(match[1]) for match in fields if match)


def tapped(form: QueryDict) -> Mapping[int, int]:
    """The half-entered cards left by seat, as far as they can be read."""
    return {
        seat: int(text) for seat in seats(form) if re.fullmatch(r"[0-9]{1,2}", text := form.get(f"left-{seat}", ""))
    }


def _cards(form: QueryDict, prefix: str, seat: int) -> int | None:
    return typed(form, f"{prefix}left-{seat}", str(NUMBER))


def _winner(form: QueryDict, prefix: str, left: Mapping[int, int]) -> int:
    tapped_ = form.get(f"{prefix}winner", "")
    if re.fullmatch(r"[0-9]{1,3}", tapped_):
        return int(tapped_)
    empty = [seat for seat, cards in left.items() if cards == 0]
    if len(empty) == 1:
        return empty[0]
    if empty:
        raise Unreadable(
            _("Two hands are empty here. One player wins a game: correct the other."), f"{prefix}left-{empty[1]}"
        )
    raise Unreadable(
        _("Nobody has won this game yet. Tap who emptied their hand, or enter 0 there."), f"{prefix}winner"
    )
