"""The form to correct a round, and the drafts read from it (HR-DD-15)."""

from collections.abc import Iterator, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.language.locales import clauses
from clubs.language.terms import inside
from games.base.correction import UNCHANGED, Changes, Correction, entries_of, headline, marks, prizes, totals
from games.base.display import Screen
from games.base.form_parsing import Pad, PadRow, Step, entry_id, pad, reason
from games.base.names import shortened
from games.base.table_game import Difference, Unreadable
from games.base.wording import not_written, numbered, numbered_first, rounds_before_and_now
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.models import Entry
from games.rounds.fields import Field, Payload, RoundWording, filled
from scoring.base import Line, RuleError, Sheet
from scoring.records import entry_from_json

TEMPLATE = "games/rounds/correction.html"
CHOSEN = ("check", "choice")


class RoundsCorrection(Correction):
    """The form to correct a round; nothing can be inserted before one."""

    def __init__(self, rounds: RoundWording) -> None:
        self.rounds = rounds

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """The form of round `number` with the stored values; None if the round does not exist."""
        entry = _entry(self.rounds, state, number)
        if entry is None:
            return None
        fields = self.rounds.fields(state, entry.payload, "")
        context = {
            "word": self.rounds.word,
            "strip": [Step(line.number, str(line.number)) for line in state.sheet.lines],
            "rows": list(_rows(state, fields, form)),
            "pads": [_pad(each, each.label, form) for each in fields if each.kind in CHOSEN and each.seat is None],
            "texts": filled([each for each in fields if each.kind == "text"], form, is_sent=True),
            "note": form.get("note", ""),
        }
        return Screen(TEMPLATE, context)

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        """The next revision of the round's entry. Raises Unreadable, also if nothing was changed."""
        note, key, entry = reason(form), entry_id(form), _entry(self.rounds, state, number)
        if entry is None:
            raise Unreadable(not_written(self.rounds.word))
        payload = self.rounds.payload(form, "")
        if _is_same(state, entry, payload) and key not in {each.id for each in state.history}:
            raise Unreadable(UNCHANGED)
        return [Draft(entry.kind, entry.number, payload, id=key, note=note)]

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        """Changes of fields, totals, winner, box and call-outs between two sheets."""
        names = shortened(state.names)
        pairs = [(now.number, was, now) for was, now in zip(before.lines, after.lines, strict=False)]
        return Changes(
            headline(before, after, for_trophy=state.match.for_trophy),
            " ".join(_differing(self.rounds, before, after, names)),
            totals(state, before, after, after.active_seats),
            list(prizes(state, before, after, names)),
            [
                *marks(self.rounds.word, pairs, names, has_circle=False),
                *_call_out_changes(self.rounds, state, before, after),
            ],
        )

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """The rule error as (message, form field); an error in another round names that round."""
        sentence = error.sentence(shortened(state.names))
        if error.round in (number, None):
            return sentence, _field(self.rounds, state, error)
        words = _("{round} would no longer be possible. {why}")
        return words.format(round=numbered_first(self.rounds.word, error.round or 0), why=sentence), ""


def _rows(state: MatchState, fields: Sequence[Field], form: QueryDict) -> Iterator[PadRow]:
    """The pads of each player; a number of no player has a row of its own."""
    own = [each for each in fields if each.seat is not None]
    for seat in dict.fromkeys(each.seat for each in own if each.seat is not None):
        yield PadRow(str(seat), state.names[seat], [_pad(each, each.what, form) for each in own if each.seat == seat])
    for each in fields:
        if each.seat is None and each.kind == "number":
            yield PadRow("", each.label, [_pad(each, each.what, form)])


def _pad(field: Field, label: str, form: QueryDict) -> Pad:
    """The pad of a field; a check has the two keys No and Yes."""
    if field.kind != "check":
        return pad(field.name, label, field.value, field.choices, form, field.other_label)
    stored = "1" if field.value else ""
    if "entry" in form and field.name not in form:
        form = QueryDict(f"{field.name}=")
    return pad(field.name, label, stored, (("", _("No")), ("1", _("Yes"))), form)


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


# The effects of a correction, for games in which a round is one entry.


def _differing(rounds: RoundWording, old: Sheet, new: Sheet, names: list[str]) -> Iterator[str]:
    for was, now in zip(old.lines, new.lines, strict=False):
        changes = [words for seat in new.active_seats for words in _moved(rounds, was, now, seat, names[seat])]
        if changes:
            where = numbered_first(rounds.word, now.number)
            yield _("{round}: {changes}.").format(round=where, changes=clauses(changes))
    if len(new.lines) != len(old.lines):
        yield rounds_before_and_now(rounds.word, len(old.lines), len(new.lines))


def _moved(rounds: RoundWording, was: Line, now: Line, seat: int, name: str) -> Iterator[str]:
    """Yield what differs for this seat; the total, the last figure, is shown in a table of its own."""
    before = dict(rounds.figures(was, seat))
    for label, value in rounds.figures(now, seat)[:-1]:
        if before.get(label, value) != value:
            words = _("{player} {what} {value}, not {before}")
            yield words.format(player=name, what=label, value=value, before=before[label])


def _call_out_changes(rounds: RoundWording, state: MatchState, old: Sheet, new: Sheet) -> Iterator[str]:
    was, now = (_called(rounds, state, sheet) for sheet in (old, new))
    gone, come = _("Gone: {callout} in {round} ({words})."), _("New: {callout} in {round} ({words}).")
    for sentence, mine, other in ((gone, was, now), (come, now, was)):
        for label, at, words in mine:
            if (label, at, words) not in other:
                yield sentence.format(callout=label, round=numbered(rounds.word, at), words=words)


def _called(rounds: RoundWording, state: MatchState, sheet: Sheet) -> list[tuple[str, str, str]]:
    return [(each.label, each.at, each.words) for each in rounds.callouts(state.with_sheet(sheet))]


# The comparison of two entries for one line, field by field.


COUNTED = ("number", "choice")  # kinds of fields that are also shown where they agree


def rows(where: str, mine: Sequence[Field], theirs: Sequence[Field]) -> list[Difference]:
    """The fields of two forms side by side: all that differ, and equal ones that help to choose.

    `where` names the line, such as `Round 3`. A field that only one of the forms has counts as empty in the other.
    """
    return list(_conflict_rows(where, mine, theirs))


def _conflict_rows(where: str, mine: Sequence[Field], theirs: Sequence[Field]) -> Iterator[Difference]:
    here, there = ({each.name: each for each in fields} for fields in (mine, theirs))
    for name, field in {**there, **here}.items():
        ours, others = _value(field, here.get(name)), _value(field, there.get(name))
        label = field.label if field.seat is not None else inside(field.label)
        row = Difference(f"{where}, {label}", ours, others, field.short or field.label, field.what)
        says = field.kind in COUNTED and name in here and here[name].text != ""
        if row.differs or says:
            yield row


def _value(like: Field, field: Field | None) -> str:
    """The value as the form shows it: `4`, `Bea`, `yes`."""
    text = field.text if field else ""
    if like.kind == "check":
        return _("yes") if field and field.is_on else _("no")
    return dict(like.choices).get(text, text) or _("nothing")
