"""Correcting an old hand: the form with the current values, and the entries it makes (DD-54, HR-DD-15)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.correction import Changes, Correction
from games.base.display import Screen
from games.base.entry.form_parsing import entry_id, reason, typed
from games.base.entry.key_pads import Row, Step, numbers, pad
from games.base.entry.names import shortened
from games.base.table_game import Unreadable
from games.dirty_dog.corrections.changes import changes
from games.dirty_dog.corrections.round_entries import entries_of, hand_of, line_of
from games.dirty_dog.display.cards import trump_in_words
from games.dirty_dog.entry.entry_rows import SUITS, sheet_of
from games.dirty_dog.words import cards
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.base import RuleError, Sheet
from scoring.dirty_dog import DirtyDogLine

WHOLE = gettext_lazy("Enter a whole number.")
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
) -> Row:
    fields = {"bids": (_("Bid"), bids), "tricks": (_("Took"), tricks)}
    pads = [
        pad(f"{name}-{seat}", label, values[str(seat)], numbers(cards), form)
        for name, (label, values) in fields.items()
        if str(seat) in values
    ]
    return Row(str(seat), state.names[seat], pads)


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
        sheet, line = sheet_of(state), line_of(state, number)
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
            raise Unreadable(_("These are the current numbers. Change the wrong one."))
        return corrections

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        return changes(state, before, after)

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

    def insertion_line(self, state: MatchState, number: int) -> int | None:
        """The number of the first entry with bids or tricks in this round; None where it has none."""
        return min((entry.number for entry in entries_of(state, number) if _written(entry)), default=None)


CORRECTION = DirtyDogCorrection()
