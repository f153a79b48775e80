"""Correcting a tally once all are uncovered, and the house values of a match recorded by its end alone.

Until then a tally is counted again from zero at the table, because nobody may read what was handed in.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import clauses, minus
from games.base.correction import UNCHANGED
from games.base.display import Screen
from games.base.form_parsing import PAD_NUMBER, Keys, PadRow, entry_id, numbers, pad, reason, words
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war import final_values_entry, tally_form
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.base import RuleError
from scoring.dogs_of_war.entries import HouseValues, Tally
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.tally import FARTHEST
from scoring.records import entry_from_json

CHANGES = {
    "vp": gettext_lazy("VP tokens {now}, not {before}"),
    "support": gettext_lazy("support card {now}, not {before}"),
    "coins": gettext_lazy("coins {now}, not {before}"),
    "tactics": gettext_lazy("tactic cards {now}, not {before}"),
    "soldiers": gettext_lazy("soldier cards {now}, not {before}"),
    "adjust": gettext_lazy("adjusted by {now}, not {before}"),
}
LABELS = {
    "vp": gettext_lazy("VP tokens"),
    "coins": gettext_lazy("Coins"),
    "tactics": gettext_lazy("Tactic cards"),
    "soldiers": gettext_lazy("Soldier cards"),
}
KEYS = 30


def is_tally_round(state: MatchState, number: int) -> bool:
    """Whether the number is that of the final tally: the round after the last year."""
    sheet = state.sheet_as(DogsOfWarSheet)
    return sheet.finished and number == sheet.number


def screen(state: MatchState, number: int, form: QueryDict) -> Screen | None:
    """Return the form of one tally or of the house values; without a choice, the question which of them."""
    sheet, who = state.sheet_as(DogsOfWarSheet), tally_form.seat(form)
    context: dict[str, Any] = {
        "players": [(seat, name) for seat, name in enumerate(shortened(state.names))] if sheet.complete else [],
        "is_declared": sheet.declared,
        "everybody": len(state.names),
        "note": form.get("note", ""),
    }
    if "values" in form and sheet.declared:
        context |= {"values": _values(sheet, form), "why": form.get("why", sheet.note)}
    elif who in sheet.active_seats and sheet.complete:
        context |= _tally(state, who, form)
    return Screen("games/dogs_of_war/tally/correction.html", context)


def _values(sheet: DogsOfWarSheet, form: QueryDict) -> list[PadRow]:
    keys = numbers(FARTHEST, -FARTHEST)
    return [_row(f"value-{at}", house, value, keys, form) for at, (house, value) in enumerate(sheet.values.items())]


def _tally(state: MatchState, who: int, form: QueryDict) -> dict[str, Any]:
    sheet = state.sheet_as(DogsOfWarSheet)
    tally = sheet.tallies[who]
    counts = {"vp": tally.vp, "coins": tally.coins, "tactics": tally.tactics, "soldiers": tally.soldiers}
    tokens = [
        _row(
            f"tokens-{at}", _("{house} tokens").format(house=house), tally.influence.get(house, 0), numbers(KEYS), form
        )
        for at, house in enumerate(sheet.houses)
    ]
    return {
        "seat": who,
        "name": state.names[who],
        "rows": [_row(field, str(LABELS[field]), value, numbers(KEYS), form) for field, value in counts.items()]
        + tokens,
        "houses": sheet.houses,
        "support": pad("support", _("Support card"), tally.support, words(sheet.houses), form),
        "adjust": pad("adjust", _("By how much"), tally.adjust, numbers(5, -5), form, PAD_NUMBER),
        "why": form.get("why", tally.adjust_note),
        "is_confirmed": "confirmed" in form if "vp" in form else tally.confirmed,
    }


def _row(field: str, name: str, value: int, keys: Keys, form: QueryDict) -> PadRow:
    """Return a row of keys for one number; a field beside the keys takes larger numbers."""
    sent = form.copy()
    if field in sent:
        sent[field] = form.get(field, "").replace(tally_form.MINUS, "-")
    return PadRow(field, name, [pad(field, name, value, keys, sent, PAD_NUMBER)])


def drafts(state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
    """Return a revision of the one entry the form is about. Raises Unreadable where a number is missing or nothing
    differs.
    """
    is_values = "values" in form
    entry = _entry(state, None if is_values else tally_form.seat(form))
    payload = final_values_entry.payload(form) if is_values else tally_form.payload(form)
    key = entry_id(form)
    is_new = key not in {each.id for each in state.history}
    if is_new and entry_from_json(state.engine, entry.kind, payload) == read(state.engine, entry):
        raise Unreadable(UNCHANGED)
    return [Draft(entry.kind, entry.number, payload, id=key, note=reason(form))]


def _entry(state: MatchState, who: int | None) -> Entry:
    """Return the standing tally of seat `who`, or the house values for None. Raises Unreadable where the tally is still
    secret.
    """
    for entry in state.live:
        value = read(state.engine, entry)
        if isinstance(value, Tally) and value.seat == who and not state.hides(entry.kind, entry.payload):
            return entry
        if isinstance(value, HouseValues) and who is None:
            return entry
    raise Unreadable(_("This tally is still covered: change it at the table."))


def insertion_line(state: MatchState) -> int | None:
    """The number of the first entry of the end: the house values, or the first tally; None where there is neither."""
    ends = (Tally, HouseValues)
    return next((entry.number for entry in state.live if isinstance(read(state.engine, entry), ends)), None)


def describe_error(state: MatchState, error: RuleError) -> tuple[str, str]:
    """Return the refusal in words, and the form field it belongs to; the words never hold the numbers of a secret
    tally.
    """
    return error.sentence(shortened(state.names)), error.field or ""


def differing(old: DogsOfWarSheet, new: DogsOfWarSheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each tally that differs between two sheets; nothing unless both are uncovered."""
    if not (old.complete and new.complete):
        return
    for seat in new.active_seats:
        changes = list(_moved(old.tallies[seat], new.tallies[seat]))
        if changes:
            yield _("{player}’s tally: {changes}.").format(player=names[seat], changes=clauses(changes))


def _moved(was: Tally, now: Tally) -> Iterator[str]:
    for field, sentence in CHANGES.items():
        before, after = getattr(was, field), getattr(now, field)
        if before != after:
            yield str(sentence).format(now=_shown(after), before=_shown(before))
    for house in {**was.influence, **now.influence}:
        before, after = was.influence.get(house, 0), now.influence.get(house, 0)
        if before != after:
            yield _("{house} tokens {now}, not {before}").format(house=house, now=after, before=before)
    if was.adjust_note != now.adjust_note:
        yield _("another reason")


def _shown(value: int | str) -> str:
    return minus(value) if isinstance(value, int) else value
