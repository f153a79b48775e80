"""Entries in words: for the undo button, and for a line of the history."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.base.entry.names import name_at
from games.clash_of_corgis.series import sheet_of, short_of
from games.entries.match_state import MatchState, read
from games.rounds.stop import UNDO
from scoring.clash_of_corgis import Game, Shorten


def in_words(names: Sequence[str], entry: Any) -> str:
    """Return one entry in words: “Jo won; left: Percy 4, Gus 3”"""
    if isinstance(entry, Shorten):
        return str(UNDO)
    left = ", ".join(f"{name_at(names, seat)} {cards}" for seat, cards in sorted(entry.cards_left.items()) if cards)
    if not left:
        return _("{player} won").format(player=name_at(names, entry.winner))
    return _("{player} won; left: {cards}").format(player=name_at(names, entry.winner), cards=left)


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    lines = sheet_of(state).lines
    if sheet_of(state).shortened:
        return str(UNDO)
    if not lines:
        return ""
    return _("{player} won game {number}").format(player=short_of(state)[lines[-1].winner], number=lines[-1].number)


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last game half entered, without its winner; "" for a match
    that was stopped.
    """
    last: Game | Shorten = read(state.engine, state.live[-1])
    if isinstance(last, Shorten):
        return ""
    left = [(f"left-{seat}", str(cards)) for seat, cards in last.cards_left.items() if cards]
    return urlencode([("game", str(len(sheet_of(state).lines))), *left])
