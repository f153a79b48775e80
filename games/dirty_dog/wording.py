"""Dirty Dog in words, each phrase whole: entries, call-outs, counted nouns, and the result for the finish page."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import clauses, comma_separated, minus, signed
from clubs.language.terms import capital, own_word
from games.base.display import Finish, TieBreak, TieShare, behind, margin
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.dirty_dog.entry_rows import fields
from games.dirty_dog.sheet import trump_in_words
from games.entries.match_state import MatchState, read
from scoring.base import with_names
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
from scoring.dirty_dog.sheet import Ending, TiebreakLine, settled_in_words
from scoring.dirty_dog.terms import label
from scoring.messages import translated
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


# The result in words for the finish page: how the top was decided, and the reason for each other player’s place.


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    far = behind(state)
    reasons = {seat: " ".join(_reasons(sheet, seat, far.get(seat, ""))) for seat in sheet.totals}
    return Finish(_margin(state, sheet), list(_why(sheet, names)), reasons)


def _margin(state: MatchState, sheet: DirtyDogSheet) -> str:
    if sheet.winners and sheet.ending and sheet.ending.hands:
        return _("on the tie-break hand")
    return margin(state)


def _why(sheet: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    assert sheet.ending is not None
    for hand in sheet.ending.hands:
        level = listed(names[seat] for seat in hand.points)
        total = minus(sheet.totals[next(iter(hand.points))])
        points = comma_separated(f"{names[seat]} {signed(won)}" for seat, won in hand.points.items())
        words = _("Level again. Tie-break hand, bid unseen: {points}.")
        if hand.number == 1:
            words = _("{names} were level on {total}. Tie-break hand, bid unseen: {points}.")
        yield words.format(names=level, total=total, points=points)
    for seat in sheet.winners:
        yield _made(sheet, seat)
    for pull in sheet.ending.pulls:
        cards = listed(f"{names[seat]} {drawn(card)}" for seat, card in pull.items())
        yield _("Level at the bottom, so a card each: {cards}.").format(cards=cards)


def _reasons(sheet: DirtyDogSheet, seat: int, far: str) -> Iterator[str]:
    ending = sheet.ending
    assert ending is not None
    if seat in sheet.departed:
        yield _left(sheet, seat)
    if seat in sheet.first_place_losers:
        yield f"{translated(label('first-place-loser'))}."
    if seat not in sheet.winners and any(seat in hand.points for hand in ending.hands):
        yield _("Lost the tie-break hand.")
    elif far:
        yield far
    if ending.pulls and seat in sheet.losers and seat in ending.pulls[-1]:
        yield _("Pulled the lowest card, {card}.").format(card=drawn(ending.pulls[-1][seat]))
    elif seat not in sheet.departed:
        yield _made(sheet, seat)


def _left(sheet: DirtyDogSheet, seat: int) -> str:
    played = [line.hand for line in sheet.lines if seat in line.points and not line.void]
    if not played:
        return _("Left before the first hand.")
    return _("Left after hand {number}.").format(number=played[-1])


def _made(sheet: DirtyDogSheet, seat: int) -> str:
    """“Made 12 of 20.”; "" without a hand. The bits of `sheet.forms[seat]` are a leading 1, then one bit per hand, 1
    for a bid that was not made.
    """
    form = sheet.forms[seat]
    hands = form.bit_length() - 1
    if not hands:
        return ""
    return _("Made {made} of {hands}.").format(made=hands - form.bit_count() + 1, hands=hands)


# How the result was settled where totals alone do not decide: tie-break hands, card pulls, players who left.


def ending(state: MatchState) -> list[str]:
    """Return the sentences on tie-breaks, card pulls and leavers; [] before the end."""
    sheet = state.sheet_as(DirtyDogSheet)
    return list(_sentences(sheet, shortened(state.names))) if sheet.ending else []


def ties(state: MatchState) -> list[str]:
    """Return the sentences on what settled ties; [] where nobody was level."""
    sheet = state.sheet_as(DirtyDogSheet)
    return list(_ties(sheet.ending, shortened(state.names))) if sheet.ending else []


SUIT_ICONS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def tie_breaks(sheet: DirtyDogSheet) -> list[TieBreak]:
    """Return the last tie-break hand and the last card pull; [] before the end and where nobody was level."""
    ending = sheet.ending
    if ending is None:
        return []
    hands = [_by_a_hand(sheet, hand) for hand in ending.hands[-1:]]
    return [*hands, *(_by_a_card(sheet, pull) for pull in ending.pulls[-1:])]


def _by_a_hand(sheet: DirtyDogSheet, hand: TiebreakLine) -> TieBreak:
    words = ngettext("One card more, bid unseen:", "{number} cards more, bid unseen:", hand.cards)
    did = _("bid {bid}, took {tricks}")
    shares = [
        TieShare(
            seat,
            signed(won),
            "",
            did.format(bid=hand.bids[seat], tricks=hand.tricks[seat]),
            seat in sheet.winners,
        )
        for seat, won in sorted(hand.points.items(), key=lambda each: -each[1])
    ]
    return TieBreak("top", _("by a tie-break hand"), capital(words.format(number=in_words(hand.cards))), shares)


def _by_a_card(sheet: DirtyDogSheet, pull: Mapping[int, str]) -> TieBreak:
    shares = [
        TieShare(
            seat,
            drawn(card).rstrip("♣♦♥♠"),
            SUIT_ICONS.get(card[-1], ""),
            _("the lowest") if seat in sheet.losers else _("let off"),
            seat in sheet.losers,
        )
        for seat, card in sorted(pull.items(), key=lambda each: each[0] not in sheet.losers)
    ]
    return TieBreak("bottom", _("by a pulled card"), _("A card each:"), shares)


def remarks(state: MatchState) -> list[str]:
    """Return the sheet’s warnings in words, without the one about the last dealer, which matters only during play."""
    notices = (notice for notice in state.sheet.warnings if notice.code != "final-dealer")
    return [with_names(notice.message, shortened(state.names)) for notice in notices]


def _sentences(sheet: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    assert sheet.ending is not None
    yield from _ties(sheet.ending, names)
    if sheet.first_place_losers:
        first = listed(names[seat] for seat in sheet.first_place_losers)
        yield _("{callout}: {names}.").format(callout=translated(label("first-place-loser")), names=first)
    for seat in sheet.departed:
        points = minus(sheet.totals[seat])
        words = _("{player} had to leave with {points}.")
        if seat in sheet.never_played:
            words = _("{player} left before playing a hand.")
        yield words.format(player=names[seat], points=points)


def _ties(ending: Ending, names: list[str]) -> Iterator[str]:
    for hand in ending.hands:
        yield _tiebreak(hand, names)
    for pull in ending.pulls:
        cards = listed(f"{names[seat]} {drawn(card)}" for seat, card in pull.items())
        yield _("Pulled for the bottom: {cards}.").format(cards=cards)
    for tie in ending.settled:
        yield with_names(settled_in_words(tie), names)


def _tiebreak(hand: TiebreakLine, names: list[str]) -> str:
    each = _("{player} {points} (bid {bid}, took {tricks})")
    points = listed(
        each.format(player=names[seat], points=signed(won), bid=hand.bids[seat], tricks=hand.tricks[seat])
        for seat, won in hand.points.items()
    )
    return _("Level at the top, so a tie-break hand, bid blind: {points}.").format(points=points)
