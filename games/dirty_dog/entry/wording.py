"""Entries in words: for the undo button, and for a line of the history."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.base.entry.names import shortened
from games.dirty_dog.display.cards import drawn, trump_in_words
from games.dirty_dog.entry.form import fields
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import Bids, DirtyDogSheet, Join, Leave, Pull, Redeal, Shorten, TiebreakHand, Tricks
from scoring.records import entry_from_json


def entry_in_words(state: MatchState, kind: str, payload: Any) -> str:
    """Return one entry in words, for the history."""
    return _in_words(shortened(state.names), entry_from_json(state.engine, kind, payload))


def _in_words(names: list[str], entry: Any) -> str:
    return WORDS[type(entry)](names, entry)


def _each(names: list[str], values: Mapping[int, Any]) -> str:
    return ", ".join(f"{_name(names, seat)} {value}" for seat, value in sorted(values.items()))


def _name(names: list[str], seat: int) -> str:
    return names[seat] if seat < len(names) else _("somebody")


def _bids(names: list[str], entry: Bids) -> str:
    clauses = [_("bids: {bids}").format(bids=_each(names, entry.bids))] if entry.bids else []
    clauses += [_("trump: {trump}").format(trump=trump_in_words(entry.trump))] if entry.trump else []
    return "; ".join([*clauses, _("turned up: {card}").format(card=drawn(entry.flip))] if entry.flip else clauses)


WORDS: Mapping[type, Callable[[list[str], Any], str]] = {
    Bids: _bids,
    Tricks: lambda names, entry: _("tricks: {tricks}").format(tricks=_each(names, entry.tricks)),
    Redeal: lambda _names, _entry: _("hand void, dealt again"),
    Join: lambda names, entry: _("{player} arrives").format(player=_name(names, entry.seat)),
    Leave: lambda names, entry: _("{player} leaves").format(player=_name(names, entry.seat)),
    TiebreakHand: lambda names, entry: _("tie-break hand: {tricks}").format(tricks=_each(names, entry.tricks)),
    Pull: lambda names, entry: _("cards pulled: {cards}").format(cards=_each(names, entry.cards)),
    Shorten: lambda _names, _entry: _("stopped early"),
}


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    if not state.live:
        return ""
    entry, names = read(state.engine, state.live[-1]), shortened(state.names)
    return SHORT[type(entry)](state, names, entry) if type(entry) in SHORT else _in_words(names, entry)


def _last_bid(state: MatchState, names: list[str], entry: Bids) -> str:
    bidders = _bidders(state, entry)
    if bidders:
        last = bidders[-1]
        return _("{player} bids {bid}").format(player=names[last], bid=entry.bids[last])
    return _("the card turned up") if entry.flip else _("the trump")


def _bidders(state: MatchState, entry: Bids) -> list[int]:
    sheet: Any = state.sheet
    return [seat for seat in sheet.order if seat in entry.bids]


def _hand(state: MatchState, names: list[str], entry: Tricks) -> str:
    sheet: Any = state.sheet
    return _("hand {number}").format(number=sheet.lines[-1].hand)


SHORT: Mapping[type, Callable[[MatchState, list[str], Any], str]] = {
    Bids: _last_bid,
    Tricks: _hand,
    TiebreakHand: lambda _state, _names, _entry: _("tie-break hand"),
    Pull: lambda _state, _names, _entry: _("cards pulled"),
}


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last entry half entered, without its last tap; "" for an
    entry that is neither bids nor tricks.
    """
    last = read(state.engine, state.live[-1])
    sheet: Any = state.sheet
    if isinstance(last, Bids):
        bids = {seat: last.bids[seat] for seat in _bidders(state, last)[:-1]}
        return _query(sheet, bids, last.trump)
    if isinstance(last, Tricks):
        line = sheet.lines[-1]
        return _query(sheet, {seat: took for seat, took in line.tricks.items() if took != line.bids[seat]}, None)
    return ""


def _query(sheet: DirtyDogSheet, taps: Mapping[int, int], suit: str | None) -> str:
    hand = [("hand", str(sheet.number))]
    return urlencode([*hand, *fields(taps), *([("trump", suit)] if suit else [])])
