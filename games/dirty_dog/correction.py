"""Correcting an old hand: the form with the current values, and the entries it makes (DD-54, HR-DD-15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from games.base import correction
from games.base.correction import UNCHANGED, Change, Correction, totals
from games.base.display import Screen
from games.base.form_parsing import WHOLE, Pad, PadRow, Step, entry_id, numbers, pad, reason, typed, undo_label
from games.base.names import listed, shortened
from games.base.table_game import Unreadable
from games.dirty_dog.correction_effects import changes
from games.dirty_dog.entry_rows import SUITS
from games.dirty_dog.sheet import trump_in_words
from games.dirty_dog.wording import cards, tricks_missing
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.base import RuleError, Sheet
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.hand import points

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


@dataclass(frozen=True)
class HandRow(PadRow):
    """One player's row: the pads, the points of the hand, the total and the place before and after, and the mark of
    the total after. `points` is None where the hand brings none.
    """

    points: int | None
    change: Change
    mark: str


Pads = Mapping[int, Sequence[Pad]]


def _rows(state: MatchState, number: int, form: QueryDict, after: DirtyDogSheet | None = None) -> list[HandRow]:
    """The rows as the form would make them: as in the sheet `after`, or, while its numbers are not possible together,
    with each player's hand counted alone.
    """
    pads = _pads(state, number, form)
    sheet = _counted_alone(state, number, pads) if after is None else after
    line = sheet.lines[number - 1] if number <= len(sheet.lines) else None
    brought = {} if line is None or line.void else line.points
    there = [sheet.totals[seat] for seat in sheet.active_seats]
    marks = {seat: _mark(sheet.totals[seat], there) for seat in sheet.active_seats}
    changes = totals(state, state.sheet, sheet, pads)
    return [
        HandRow(str(seat), state.names[seat], pads[seat], brought.get(seat), change, marks.get(seat, ""))
        for seat, change in zip(pads, changes, strict=True)
    ]


def _mark(total: int, all_totals: Sequence[int]) -> str:
    return "top" if total == max(all_totals) else "low" if total == min(all_totals) else ""


def _pads(state: MatchState, number: int, form: QueryDict) -> Pads:
    """The pads of each player in the hand, by seat in bidding order."""
    entries = [entry for entry in entries_of(state, number) if _written(entry)]
    sheet, line = state.sheet_as(DirtyDogSheet), line_of(state, number)
    keys = numbers(line.cards if line else sheet.cards)
    fields = {"bids": (_("Bid"), _values(entries, "bids")), "tricks": (_("Took"), _values(entries, "tricks"))}
    return {
        seat: [
            pad(f"{name}-{seat}", label, values[str(seat)], keys, form)
            for name, (label, values) in fields.items()
            if str(seat) in values
        ]
        for seat in (line.order if line else sheet.order)
        if str(seat) in fields["bids"][1]
    }


def _counted_alone(state: MatchState, number: int, pads: Pads) -> DirtyDogSheet:
    """The sheet with the hand's points and every total since as these bids and tricks would make them."""
    sheet, line = state.sheet_as(DirtyDogSheet), line_of(state, number)
    if line is None or line.void:
        return sheet
    counted = dict(line.points)
    for seat, both in pads.items():
        bid, took = (int(each.value) for each in both)
        counted[seat] = points(sheet.options, bid, took, line.cards) + line.adjust.get(seat, 0)
    gained = {seat: total + counted.get(seat, 0) - line.points.get(seat, 0) for seat, total in sheet.totals.items()}
    lines = [replace(each, points=counted) if each is line else each for each in sheet.lines]
    return replace(sheet, lines=tuple(lines), totals=gained)


def _adding_up(placed: int, size: int) -> str:
    """How many tricks are placed, and what is wrong with that."""
    if placed == size:
        words = ngettext("{placed} of {count} trick, it adds up.", "{placed} of {count} tricks, it adds up.", size)
    elif placed < size:
        words = ngettext(
            "{placed} of {count} trick: place {missing} more.",
            "{placed} of {count} tricks: place {missing} more.",
            size,
        )
    else:
        words = ngettext(
            "{placed} of {count} trick: take {over} away.", "{placed} of {count} tricks: take {over} away.", size
        )
    return words.format(placed=placed, count=size, missing=size - placed, over=placed - size)


def _lead(state: MatchState, rows: Sequence[HandRow]) -> str:
    """Who is first after the correction, and who was before."""
    names = shortened(state.names)
    was = [names[int(row.key)] for row in rows if row.change.place_before == 1]
    now = [names[int(row.key)] for row in rows if row.change.place_after == 1]
    if was == now:
        return ngettext("{names} is still first.", "{names} are still first.", len(now)).format(names=listed(now))
    words = ngettext("{names} is first now.", "{names} are first now.", len(now))
    if gone := [name for name in was if name not in now]:
        words = ngettext("{names} is first, no longer {others}.", "{names} are first, no longer {others}.", len(now))
        return words.format(names=listed(now), others=listed(gone))
    return words.format(names=listed(now))


def _undoable(state: MatchState, rows: Sequence[HandRow], form: QueryDict) -> dict[str, str]:
    """The changed field that a tap on Undo takes back, the one with its keys open first, and the words on the button;
    empty where nothing is changed.
    """
    changed = [(each, row) for row in rows for each in row.pads if each.is_changed]
    if not changed:
        return {}
    each, row = next((pair for pair in changed if pair[0].field == form.get("cell")), changed[-1])
    words = _("{player} took {tricks}") if each.field.startswith("tricks") else _("{player} bid {bid}")
    step = words.format(player=shortened(state.names)[int(row.key)], tricks=each.words, bid=each.words)
    return {"undo_field": each.field, "undo": undo_label(step)}


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
    inline = "games/dirty_dog/correction/inline.html"

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """Return the form of the round, filled in; None where the round has no bids to correct."""
        entries = [entry for entry in entries_of(state, number) if _written(entry)]
        if not entries:
            return None
        sheet = state.sheet_as(DirtyDogSheet)
        trump = next((entry.payload["trump"] for entry in entries if entry.payload and "trump" in entry.payload), "")
        flip = next((entry.payload["flip"] for entry in entries if entry.payload and "flip" in entry.payload), "")
        context = {
            "hand": hand_of(state, number),
            "strip": [
                Step(each.number, str(each.hand), (cards(each.cards), _("{count} set").format(count=_sets(each))))
                for each in sheet.lines
                if not each.void
            ],
            "suits": SUITS,
            "trump": form.get("trump", trump),
            "trump_words": trump_in_words(form.get("trump", trump)),
            "flip": form.get("flip", flip),
            "note": form.get("note", ""),
        }
        return Screen("games/dirty_dog/correction.html", context | self.standing(state, number, form))

    def standing(self, state: MatchState, number: int, form: QueryDict, after: Sheet | None = None) -> dict[str, Any]:
        """Return the rows, what the tricks add up to, and what Undo takes back."""
        line, rows = line_of(state, number), _rows(state, number, form, cast(DirtyDogSheet | None, after))
        size = line.cards if line else state.sheet_as(DirtyDogSheet).cards
        took = [int(each.value) for row in rows for each in row.pads[1:]]
        missing = size - sum(took) if took else 0
        return {
            "number": number,
            "cards": size,
            "rows": rows,
            "has_tricks": bool(took),
            "missing": missing,
            "missing_words": tricks_missing(missing),
            "unchanged": UNCHANGED,
            "lead": _lead(state, rows),
            "same_totals": sum(not row.change.diff for row in rows),
            "adding_up": _adding_up(sum(took), size) if took else "",
            "at": form.get("cell") or rows[0].pads[-1].field,
            **_undoable(state, rows, form),
        }

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
