"""Entries, call-outs and counted nouns of Dirty Dog in words, each phrase whole."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import clauses, comma_separated, signed
from clubs.language.terms import own_word
from games.base.names import shortened
from games.dirty_dog.entry.entry_rows import fields
from games.dirty_dog.sheet import trump_in_words
from games.entries.match_state import MatchState, read
from scoring.cards import drawn
from scoring.dirty_dog import (
    Adjust,
    Bids,
    DirtyDogSheet,
    Join,
    Leave,
    Pull,
    Redeal,
    Settled,
    Shorten,
    TiebreakHand,
    Tricks,
)
from scoring.records import entry_from_json

# Entries in words: for the undo button, and for a line of the history.


def entry_in_words(state: MatchState, kind: str, payload: Any) -> str:
    """Return one entry in words, for the history."""
    return _in_words(shortened(state.names), entry_from_json(state.engine, kind, payload))


def _in_words(names: list[str], entry: Any) -> str:
    return WORDS[type(entry)](names, entry)


def _each(names: list[str], values: Mapping[int, Any]) -> str:
    return comma_separated(f"{_name(names, seat)} {value}" for seat, value in sorted(values.items()))


def _name(names: list[str], seat: int) -> str:
    return names[seat] if seat < len(names) else _("somebody")


def _bids(names: list[str], entry: Bids) -> str:
    parts = [_("bids: {bids}").format(bids=_each(names, entry.bids))] if entry.bids else []
    parts += [_("trump: {trump}").format(trump=trump_in_words(entry.trump))] if entry.trump else []
    return clauses([*parts, _("turned up: {card}").format(card=drawn(entry.flip))] if entry.flip else parts)


def _settled(names: list[str], entry: Settled) -> str:
    if entry.outcome == "taken" and entry.seat is not None:
        words = _("tie at the top: {player} won") if entry.end == "top" else _("tie at the bottom: {player} lost")
        return words.format(player=_name(names, entry.seat))
    if entry.end == "top":
        return _("tie at the top: shared") if entry.outcome == "shared" else _("tie at the top: not known")
    return _("tie at the bottom: shared") if entry.outcome == "shared" else _("tie at the bottom: not known")


def by_hand(names: list[str], points: Mapping[int, int], note: str) -> str:
    """`by hand: Bea −5 (dealt eight cards)`"""
    figures = _each(names, {seat: signed(value) for seat, value in points.items()})
    return _("by hand: {points} ({reason})").format(points=figures, reason=note)


WORDS: Mapping[type, Callable[[list[str], Any], str]] = {
    Bids: _bids,
    Tricks: lambda names, entry: _("tricks: {tricks}").format(tricks=_each(names, entry.tricks)),
    Redeal: lambda _names, _entry: _("hand void, dealt again"),
    Join: lambda names, entry: _("{player} arrives").format(player=_name(names, entry.seat)),
    Leave: lambda names, entry: _("{player} leaves").format(player=_name(names, entry.seat)),
    TiebreakHand: lambda names, entry: _("tie-break hand: {tricks}").format(tricks=_each(names, entry.tricks)),
    Pull: lambda names, entry: _("cards pulled: {cards}").format(cards=_each(names, entry.cards)),
    Settled: _settled,
    Shorten: lambda _names, _entry: _("stopped early"),
    Adjust: lambda names, entry: by_hand(names, entry.points, entry.note),
}


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    if not state.live:
        return ""
    entry, names = read(state.engine, state.live[-1]), shortened(state.names)
    return SHORT[type(entry)](state, names, entry) if type(entry) in SHORT else _in_words(names, entry)


def _last_bid(state: MatchState, names: list[str], entry: Bids) -> str:
    sheet: Any = state.sheet
    for seat in reversed(sheet.order):
        if seat in entry.bids:
            return _("{player} bids {bid}").format(player=names[seat], bid=entry.bids[seat])
    return _("the card turned up") if entry.flip else _("the trump")


def _hand(state: MatchState, names: list[str], entry: Tricks) -> str:
    sheet: Any = state.sheet
    return _("hand {number}").format(number=sheet.lines[-1].hand)


SHORT: Mapping[type, Callable[[MatchState, list[str], Any], str]] = {
    Bids: _last_bid,
    Tricks: _hand,
    TiebreakHand: lambda _state, _names, _entry: _("tie-break hand"),
    Pull: lambda _state, _names, _entry: _("cards pulled"),
    Adjust: lambda _state, _names, _entry: _("points by hand"),
}


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last entry half entered, without its last tap; "" for an
    entry that is neither bids nor tricks.
    """
    last = read(state.engine, state.live[-1])
    sheet: Any = state.sheet
    if isinstance(last, Bids):
        bidders = [seat for seat in sheet.order if seat in last.bids]
        return _query(sheet, {seat: last.bids[seat] for seat in bidders[:-1]}, last.trump)
    if isinstance(last, Tricks):
        line = sheet.lines[-1]
        return _query(sheet, {seat: took for seat, took in line.tricks.items() if took != line.bids[seat]}, None)
    return ""


def _query(sheet: DirtyDogSheet, taps: Mapping[int, int], suit: str | None) -> str:
    hand = [("hand", str(sheet.number))]
    return urlencode([*hand, *fields(taps), *([("trump", suit)] if suit else [])])


# Terms of call-outs inside a sentence, on pages and in the table’s script; a club’s own word is used without an
# article.


NOUNS: Mapping[str, str | Promise] = {
    "overbid": gettext_lazy("an overbid"),
    "floater": gettext_lazy("a floater"),
    "float-age": gettext_lazy("a float ’age"),
    "sbr": gettext_lazy("an SBR"),
}
# By term: the script's messages and their replacements; `{}` is the club's word.
IN_SCRIPT = {
    "overbid": {"an overbid": "{}", "Overbid.": "{}."},
    "floater": {"a floater": "{}", "Floater.": "{}."},
    "float-age": {"a float ’age": "{}", "Float ’age.": "{}."},
    "sbr": {"an SBR": "{}"},
}


def noun(term: str) -> str:
    """Return the term with its article (`an overbid`), or the club’s own word for it without one."""
    return own_word(term) or str(NOUNS[term])


def own_messages() -> dict[str, str]:
    """Return the script’s messages that contain a term the club has renamed: English message to replacement."""
    return {
        message: pattern.format(word)
        for term, patterns in IN_SCRIPT.items()
        if (word := own_word(term))
        for message, pattern in patterns.items()
    }


# Counted nouns of Dirty Dog, each as a whole phrase, because other languages inflect the words by the number.


def cards(count: int) -> str:
    """`1 card`, `3 cards`"""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def hands(count: int) -> str:
    """`1 hand`, `3 hands`"""
    return ngettext("{count} hand", "{count} hands", count).format(count=count)


def bid_of_cards(count: int) -> str:
    """Return the text that follows the figure of bids: `bid of 5 cards`."""
    return ngettext("bid of {count} card", "bid of {count} cards", count).format(count=count)


def bids_to_go(count: int) -> str:
    return ngettext("{count} bid to go", "{count} bids to go", count).format(count=count)


def tricks_placed(count: int) -> str:
    """Return the text that follows the figure of tricks: `of 5 tricks placed`."""
    return ngettext("of {count} trick placed", "of {count} tricks placed", count).format(count=count)


def tricks_missing(count: int) -> str:
    """Return the text of the main button: how many tricks are still to be placed, or, where `count` is negative, how
    many are too many; "" for 0.
    """
    if count > 0:
        return ngettext("Place {count} more trick", "Place {count} more tricks", count).format(count=count)
    too_many = ngettext("{count} trick too many", "{count} tricks too many", -count).format(count=-count)
    return too_many if count else ""


def are_set(names: str, count: int) -> str:
    """`Otto and Núria are set.`, or that nobody is, as can be where The Rule is off."""
    if not count:
        return _("Nobody is set.")
    return ngettext("{names} is set.", "{names} are set.", count).format(names=names)
