"""The form to correct a round, and the drafts read from it (HR-DD-15)."""

from collections.abc import Iterator, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.form_parsing import entry_id, reason
from games.base.entry.key_pads import Pad, Row, Step, pad
from games.base.entry.names import shortened
from games.base.entry.round_entries import entries_of
from games.base.entry.round_words import not_written, numbered_first
from games.base.table_game import Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.models import Entry
from games.rounds.fields import Field, filled
from games.rounds.wording import Payload, RoundWording
from scoring.base import RuleError
from scoring.records import entry_from_json

TEMPLATE = "games/rounds/correction.html"
CHOSEN = ("check", "choice")


def screen(rounds: RoundWording, state: MatchState, number: int, form: QueryDict) -> Screen | None:
    """The form of round `number` with the stored values; None if the round does not exist."""
    entry = _entry(rounds, state, number)
    if entry is None:
        return None
    fields = rounds.fields(state, entry.payload, "")
    context = {
        "word": rounds.word,
        "strip": [Step(line.number, str(line.number)) for line in state.sheet.lines],
        "rows": list(_rows(state, fields, form)),
        "pads": [_pad(each, each.label, form) for each in fields if each.kind in CHOSEN and each.seat is None],
        "texts": filled([each for each in fields if each.kind == "text"], form, is_sent=True),
        "note": form.get("note", ""),
    }
    return Screen(TEMPLATE, context)


def _rows(state: MatchState, fields: Sequence[Field], form: QueryDict) -> Iterator[Row]:
    """The pads of each player; a number of no player has a row of its own."""
    own = [each for each in fields if each.seat is not None]
    for seat in dict.fromkeys(each.seat for each in own if each.seat is not None):
        yield Row(str(seat), state.names[seat], [_pad(each, each.what, form) for each in own if each.seat == seat])
    for each in fields:
        if each.seat is None and each.kind == "number":
            yield Row("", each.label, [_pad(each, each.what, form)])


def _pad(field: Field, label: str, form: QueryDict) -> Pad:
    """The pad of a field; a check has the two keys No and Yes."""
    if field.kind != "check":
        return pad(field.name, label, field.value, field.choices, form, field.other_label)
    stored = "1" if field.value else ""
    if "entry" in form and field.name not in form:
        form = QueryDict(f"{field.name}=")
    return pad(field.name, label, stored, (("", _("No")), ("1", _("Yes"))), form)


def drafts(rounds: RoundWording, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
    """The next revision of the round's entry. Raises Unreadable, also if nothing was changed."""
    note, key, entry = reason(form), entry_id(form), _entry(rounds, state, number)
    if entry is None:
        raise Unreadable(not_written(rounds.word))
    payload = rounds.payload(form, "")
    if _is_same(state, entry, payload) and key not in {each.id for each in state.history}:
        raise Unreadable(_("These are the current numbers. Change the wrong one."))
    return [Draft(entry.kind, entry.number, payload, id=key, note=note)]


def describe_error(rounds: RoundWording, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
    """The rule error as (message, form field); an error in another round names that round."""
    sentence = error.sentence(shortened(state.names))
    if error.round in (number, None):
        return sentence, _field(rounds, state, error)
    words = _("{round} would no longer be possible. {why}")
    return words.format(round=numbered_first(rounds.word, error.round or 0), why=sentence), ""


def _field(rounds: RoundWording, state: MatchState, error: RuleError) -> str:
    """The field of the player the error is about, else the one named as the engine names it."""
    fields = rounds.fields(state, None, "")
    own = (each.name for each in fields if error.seat is not None and each.seat == error.seat)
    return next(own, error.field or "")


def _is_same(state: MatchState, entry: Entry, payload: Payload) -> bool:
    """Whether the payload means the same as the stored entry; an unreadable one is left to the ledger to refuse."""
    try:
        entry_now = entry_from_json(state.engine, entry.kind, payload)
    except RuleError:
        return False
    return bool(entry_now == read(state.engine, entry))


def _entry(rounds: RoundWording, state: MatchState, number: int) -> Entry | None:
    return next((entry for entry in entries_of(state, number) if entry.kind == rounds.kind), None)
