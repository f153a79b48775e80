"""Correcting an old hand: the form with the current values, and the entries it makes (DD-54, HR-DD-15)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import clauses, minus
from clubs.language.terms import capital
from games.base import correction
from games.base.correction import UNCHANGED, Changes, Correction, headline, marks, prizes, totals
from games.base.display import Screen
from games.base.form_parsing import WHOLE, PadRow, Step, entry_id, numbers, pad, reason, typed
from games.base.names import listed, shortened
from games.base.table_game import Unreadable
from games.base.wording import rounds_before_and_now
from games.dirty_dog.entry.entry_rows import SUITS
from games.dirty_dog.sheet import announced, trump_in_words
from games.dirty_dog.wording import cards
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.base import RuleError, Sheet, with_names
from scoring.cards import drawn
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.terms import label, sentence
from scoring.messages import translated

# What a correction would change: totals, places, trophies, the box and the circle, call-outs gone and new.


def changes(state: MatchState, before: Sheet, after: Sheet) -> Changes:
    """Return the differences between the sheet before and after a correction."""
    old, new = cast(DirtyDogSheet, before), cast(DirtyDogSheet, after)
    names = shortened(state.names)
    return Changes(
        headline(old, new, for_trophy=state.match.for_trophy),
        " ".join(_differing(old, new, names)),
        totals(state, old, new, new.seating_order),
        [*prizes(state, old, new, names), *_needs(new, names)],
        [*marks("hand", _hands(old, new), names, has_circle=True), *_callouts(old, new, names)],
        list(_starts(old, new, names)),
    )


def _starts(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each latecomer whose starting total moves, because it was the lowest total at the time
    (DD-30).
    """
    for seat in new.seating_order:
        was, now = _start(old, seat), _start(new, seat)
        if was and now and was.before[seat] != now.before[seat]:
            others = [names[other] for other in was.order if other != seat and was.before[other] == was.before[seat]]
            words = _("{player} started on {points}; that is now {now}.")
            if others:
                words = _("{player} started on {names}’s {points}; that is now {now}.")
            points = {"points": minus(was.before[seat]), "now": minus(now.before[seat])}
            yield words.format(player=names[seat], names=listed(others) if others else "", **points)


def _start(sheet: DirtyDogSheet, seat: int) -> DirtyDogLine | None:
    """Return the first line of a seat that joined late; None for seats that played from the first line on."""
    line = next((line for line in sheet.lines if seat in line.order), None)
    return None if line is None or line is sheet.lines[0] else line


def _hands(old: DirtyDogSheet, new: DirtyDogSheet) -> Iterator[tuple[int, DirtyDogLine, DirtyDogLine]]:
    for was, now in zip(old.lines, new.lines, strict=False):
        if not was.void and not now.void:
            yield now.hand, was, now


def _needs(new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    for need in new.needs:
        words = _("{names} are level: a card pull decides.")
        if need.cards:
            words = _("{names} are level: a tie-break hand decides.")
        yield words.format(names=listed(names[seat] for seat in need.seats))


def _differing(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    for was, now in zip(old.lines, new.lines, strict=False):
        changes = _changed(was, now, names)
        if changes and was.number == now.number:
            words = ngettext(
                "Hand {number}, {count} card: {changes}.", "Hand {number}, {count} cards: {changes}.", now.cards
            )
            yield words.format(number=now.hand, count=now.cards, changes=clauses(changes))
            if was.tricks != now.tricks:
                yield _("Tricks still add up to {cards}.").format(cards=now.cards)
    if old.lines == new.lines:
        yield from _open_hand(old, new, names)
    if len(new.lines) != len(old.lines):
        yield rounds_before_and_now("hand", len(old.lines), len(new.lines))


def _changed(was: DirtyDogLine, now: DirtyDogLine, names: Sequence[str]) -> list[str]:
    changes = [*_bids(was.bids, now.bids, names), *_tricks(was.tricks, now.tricks, names)]
    if was.trump != now.trump:
        words = _("trump was {trump}, not {other}")
        trump, other = trump_in_words(now.trump) or _("not said"), trump_in_words(was.trump) or _("unsaid")
        changes.append(words.format(trump=trump, other=other))
    if was.flip != now.flip:
        words = _("turned up was {card}, not {other}")
        changes.append(words.format(card=_card(now.flip, _("not said")), other=_card(was.flip, _("unsaid"))))
    return changes


def _card(flip: str | None, unsaid: str) -> str:
    return drawn(flip) if flip else unsaid


def _open_hand(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    changes = list(_bids(old.bids, new.bids, names))
    if changes:
        yield _("Hand {number}: {changes}.").format(number=new.hand + 1, changes=clauses(changes))
    gone = [names[seat] for seat in old.active_seats if seat not in new.active_seats]
    come = [names[seat] for seat in new.active_seats if seat not in old.active_seats]
    if gone:
        yield _("{names} would not sit at the table.").format(names=listed(gone))
    if come:
        yield _("{names} would sit at the table.").format(names=listed(come))


def _bids(was: Mapping[int, int], now: Mapping[int, int], names: Sequence[str]) -> Iterator[str]:
    for seat in _moved(was, now):
        yield _("{player} bid {bid}, not {before}").format(player=names[seat], bid=now[seat], before=was[seat])


def _tricks(was: Mapping[int, int], now: Mapping[int, int], names: Sequence[str]) -> Iterator[str]:
    for seat in _moved(was, now):
        yield _("{player} took {tricks}, not {before}").format(player=names[seat], tricks=now[seat], before=was[seat])


def _moved(was: Mapping[int, int], now: Mapping[int, int]) -> list[int]:
    return [seat for seat in now if seat in was and was[seat] != now[seat]]


def _callouts(old: DirtyDogSheet, new: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    """Yield the call-outs that are gone or new, in the order of the hands."""
    was, now = _call_out_sentences(old, names), _call_out_sentences(new, names)
    gone = [(hand, _("Gone: {callout}").format(callout=words)) for hand, words in was if (hand, words) not in now]
    come = [(hand, _("New: {callout}").format(callout=words)) for hand, words in now if (hand, words) not in was]
    for _hand, words in sorted([*gone, *come], key=lambda each: each[0]):
        yield words


def _call_out_sentences(sheet: DirtyDogSheet, names: list[str]) -> list[tuple[int, str]]:
    sentences = []
    for line, call in announced(sheet):
        why = capital(with_names(sentence(call, line), names))
        words = _("{callout} in hand {number} ({why}).")
        sentences.append((line.hand, words.format(callout=translated(label(call.term)), number=line.hand, why=why)))
    return sentences


# Which entries belong to which hand.


def entries_of(state: MatchState, number: int) -> list[Entry]:
    """The standing entries of a round (from 1): arrivals and leavers before it, bids, tricks."""
    return correction.entries_of(state, number, _ended)


def last_line_of(state: MatchState, number: int) -> int:
    """The last entry number that can belong to the round."""
    return correction.last_line_of(state, number, _ended)


def line_of(state: MatchState, number: int) -> DirtyDogLine | None:
    """The scored line of this round; None where there is none yet."""
    return cast(DirtyDogLine | None, correction.line_of(state, number))


def hand_of(state: MatchState, number: int) -> int:
    """The hand of the plan that a round belongs to; a void hand is dealt again under the same hand number."""
    line = line_of(state, number)
    return line.hand if line else state.sheet_as(DirtyDogSheet).hand + 1


def _ended(sheet: Sheet) -> bool:
    return cast(DirtyDogSheet, sheet).ending is not None


FIELDS = ("bids", "tricks")


def _written(entry: Entry) -> bool:
    return any(field in (entry.payload or {}) for field in FIELDS)


def _values(entries: Sequence[Entry], field: str) -> dict[str, int]:
    values: dict[str, int] = {}
    for entry in entries:
        values |= (entry.payload or {}).get(field, {})
    return values


def _sets(line: DirtyDogLine) -> int:
    return len(line.order) - sum(line.made.values())


def _row(
    state: MatchState, seat: int, bids: Mapping[str, int], tricks: Mapping[str, int], form: QueryDict, cards: int
) -> PadRow:
    fields = {"bids": (_("Bid"), bids), "tricks": (_("Took"), tricks)}
    pads = [
        pad(f"{name}-{seat}", label, values[str(seat)], numbers(cards), form)
        for name, (label, values) in fields.items()
        if str(seat) in values
    ]
    return PadRow(str(seat), state.names[seat], pads)


def _trump_entry(entries: Sequence[Entry]) -> Entry | None:
    """Return the entry that names trump or the card turned up, else the last one with bids, to which they would be
    added.
    """
    bids = [entry for entry in entries if "bids" in (entry.payload or {})]
    with_trump = [entry for entry in bids if {"trump", "flip"} & (entry.payload or {}).keys()]
    return next(iter([*with_trump, *bids[::-1]]), None)


def _corrected(entry: Entry, form: QueryDict, *, holds_trump: bool) -> dict[str, Any]:
    """Return the entry’s payload with the form’s numbers for its own seats; with trump and card if `holds_trump`."""
    payload = dict(entry.payload or {})
    for field in FIELDS:
        if field in payload:
            payload[field] = {seat: _number(form, f"{field}-{seat}") for seat in payload[field]}
    return _with_trump(payload, form) if holds_trump else payload


def _with_trump(payload: dict[str, Any], form: QueryDict) -> dict[str, Any]:
    for field in ("trump", "flip"):
        if field in form:
            value = form.get(field, "").strip()
            value = value.upper() if field == "flip" else value
            payload = {key: each for key, each in payload.items() if key != field}
            payload |= {field: value} if value else {}
    return payload


def _number(form: QueryDict, field: str) -> int:
    value = typed(form, field, str(WHOLE))
    if value is None:
        raise Unreadable(_("A number is missing."), field)
    return value


class DirtyDogCorrection(Correction):
    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """Return the form of the round, filled in; None where the round has no bids to correct."""
        entries = [entry for entry in entries_of(state, number) if _written(entry)]
        if not entries:
            return None
        sheet, line = state.sheet_as(DirtyDogSheet), line_of(state, number)
        bids, tricks = _values(entries, "bids"), _values(entries, "tricks")
        trump = next((entry.payload["trump"] for entry in entries if entry.payload and "trump" in entry.payload), "")
        flip = next((entry.payload["flip"] for entry in entries if entry.payload and "flip" in entry.payload), "")
        order = line.order if line else sheet.order
        context = {
            "hand": hand_of(state, number),
            "cards": line.cards if line else sheet.cards,
            "is_void": bool(line and line.void),
            "rows": [
                _row(state, seat, bids, tricks, form, line.cards if line else sheet.cards)
                for seat in order
                if str(seat) in bids
            ],
            "word": "hand",
            "strip": [
                Step(each.number, str(each.hand), (cards(each.cards), _("{count} set").format(count=_sets(each))))
                for each in sheet.lines
                if not each.void
            ],
            "has_tricks": bool(tricks),
            "suits": SUITS,
            "trump": form.get("trump", trump),
            "trump_words": trump_in_words(form.get("trump", trump)),
            "flip": form.get("flip", flip),
            "note": form.get("note", ""),
        }
        return Screen("games/dirty_dog/correction.html", context)

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        """Return a revision of each entry of the hand that differs. A form that is sent again gives the same drafts.
        Raises Unreadable where a number is missing or nothing differs.
        """
        note, known = reason(form), {entry.id for entry in state.history}
        corrections = []
        entries = entries_of(state, number)
        for entry in entries:
            key = entry_id(form, entry.number)
            payload = entry.payload
            if _written(entry):
                payload = _corrected(entry, form, holds_trump=entry is _trump_entry(entries))
            if payload != entry.payload or key in known:
                corrections.append(Draft(entry.kind, entry.number, payload, id=key, note=note, player=entry.player_id))
        if not corrections:
            raise Unreadable(UNCHANGED)
        return corrections

    changes = staticmethod(changes)

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """Return the refusal in words, and the form field it belongs to ("" for none); an error in a later hand names
        that hand.
        """
        sentence = error.sentence(shortened(state.names))
        if error.round == number and error.field in FIELDS:
            return sentence, f"{error.field}-{error.seat}" if error.seat is not None else error.field
        if error.round == number or error.entry is None:
            return sentence, error.field or ""
        if error.round is not None:
            return _("Hand {hand_of} would no longer be possible. {sentence}").format(
                hand_of=hand_of(state, error.round), sentence=sentence
            ), ""
        return _("What ended the match would no longer be possible; undo that first. {sentence}").format(
            sentence=sentence
        ), ""

    def insertion_line(self, state: MatchState, number: int, *, is_first: bool = False) -> int | None:
        """The number of the first entry with bids or tricks in this round, `is_first` of its first entry of any kind;
        None where it has neither bids nor tricks.
        """
        entries = entries_of(state, number)
        at = min((entry.number for entry in entries if _written(entry)), default=None)
        return entries[0].number if is_first and at is not None else at


CORRECTION = DirtyDogCorrection()
