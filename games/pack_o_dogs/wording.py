"""Entries in words: for the undo button, and for a line of the history."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.entry.names import name_at, shortened
from games.entries.match_state import MatchState, read
from games.pack_o_dogs.entry.screen_parts import sheet_of
from games.rounds.stop import UNDO
from scoring.pack_o_dogs import Capture, Piles, Round, Shorten
from scoring.records import entry_from_json


def entry_in_words(state: MatchState, kind: str, payload: Any) -> str:
    """Return one entry in words, for the history."""
    return entry_words(shortened(state.names), entry_from_json(state.engine, kind, payload))


def entry_words(names: Sequence[str], entry: Any) -> str:
    """Return one entry in words; `names` are shortened already."""
    return WORDING[type(entry)](names, entry)


def _round(names: Sequence[str], entry: Round) -> str:
    winner = _("{player} wins the round").format(player=name_at(names, entry.winner))
    parts = [winner, _("pack completed") if entry.pack else _("no pack")]
    if entry.turns is not None:
        parts.append(ngettext("{count} turn", "{count} turns", entry.turns).format(count=entry.turns))
    return ", ".join([*parts, _("with a treat")] if entry.treat else parts)


def _capture(names: Sequence[str], entry: Capture) -> str:
    flags = ((entry.pack, _("pack completed")), (entry.low_cat, _("low cat")), (entry.treat, _("with a treat")))
    winner = _("{player} wins a turn").format(player=name_at(names, entry.winner))
    return ", ".join([winner, *(words for is_so, words in flags if is_so)])


def _piles(names: Sequence[str], entry: Piles) -> str:
    piles = ", ".join(f"{name_at(names, seat)} {cards}" for seat, cards in sorted(entry.piles.items()))
    return _("piles: {piles}").format(piles=piles)


WORDING: Mapping[type, Callable[[Sequence[str], Any], str]] = {
    Round: _round,
    Capture: _capture,
    Piles: _piles,
    Shorten: lambda _names, _entry: str(UNDO),
}


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    if not state.live:
        return ""
    entry, names, sheet = read(state.engine, state.live[-1]), shortened(state.names), sheet_of(state)
    if isinstance(entry, Shorten):
        return str(UNDO)
    if isinstance(entry, Capture):
        return _("{player}’s turn").format(player=names[entry.winner])
    if isinstance(entry, Piles):
        return _("game {number}").format(number=sheet.lines[-1].game)
    line = sheet.rounds[-1]
    if sheet.leader is not None:
        return _("{player} won").format(player=names[line.winner])
    return _("round {number}").format(number=line.round_in_game)


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last entry half entered, without its winner."""
    number, entry = state.live[-1].number, read(state.engine, state.live[-1])
    return urlencode([("number", str(number)), *_keys(entry)])


def _keys(entry: Round | Capture | Piles | Shorten) -> list[tuple[str, str]]:
    if isinstance(entry, Shorten):
        return []
    if isinstance(entry, Piles):
        return [(f"piles-{seat}", str(cards)) for seat, cards in entry.piles.items()]
    pairs = [("pack", "1")] * entry.pack + [("treat", "1")] * entry.treat
    if isinstance(entry, Capture):
        return pairs + [("low_cat", "1")] * entry.low_cat
    return pairs + ([] if entry.turns is None else [("turns", str(entry.turns))])
