"""The form fields of one round as data; one template draws them on the correction page and on the paper form."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from games.base.correction import Paper
from games.base.display import CallOutLine, Screen
from games.base.form_parsing import entry_id, line_number
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.base.wording import gap, nothing_filled_in
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.rounds.stop import KIND
from scoring.base import RuleError


@dataclass(frozen=True)
class Field:
    """One form field: a `number`, a `text`, a `check` or, with `choices` of (value, words), a `choice`.

    `label` is its full label, `short` the column heading, `seat` the seat it belongs to (None: to no player), and
    `what` its meaning without the player. On the correction page a number has `choices` as keys, and `other_label`
    is the label of a text field for other values.
    """

    name: str
    label: str
    kind: str = "number"
    value: Any = ""
    short: str = ""
    seat: int | None = None
    choices: Sequence[tuple[str, str]] = ()
    what: str = ""
    other_label: str = ""

    @property
    def text(self) -> str:
        """The value as form text."""
        return "" if self.value is None else str(self.value)

    @property
    def place(self) -> str:
        """The seat as it ends the field name of an error; "" if it belongs to no player."""
        return "" if self.seat is None else str(self.seat)

    @property
    def is_on(self) -> bool:
        return bool(self.value)


def filled(fields: Sequence[Field], form: QueryDict, *, is_sent: bool) -> list[Field]:
    """The fields with the form's values; an unticked check is missing from a form, so `is_sent` says whether it was
    submitted.
    """
    return [_filled(each, form, is_sent=is_sent) for each in fields]


def _filled(each: Field, form: QueryDict, *, is_sent: bool) -> Field:
    if each.kind == "check":
        return replace(each, value=bool(form.get(each.name))) if is_sent else each
    return replace(each, value=form[each.name]) if each.name in form else each


# What a game defines about its rounds.


Payload = Mapping[str, Any]


class RoundWording:
    """A round's form, words and figures. Methods that raise NotImplementedError must be overridden."""

    # The kind of a round's entry (of its last one, if it has several); the game's word for a round; whether a match may
    # be stopped by agreement.
    kind: str
    word: str
    can_stop = False

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        """The form fields with the values of a payload (None: an empty round); every name begins with `prefix`."""
        raise NotImplementedError

    def payload(self, form: QueryDict, prefix: str) -> dict[str, Any]:
        """The payload of these fields. Raises Unreadable."""
        raise NotImplementedError

    def entry_words(self, names: Sequence[str], entry: Any) -> str:
        """An entry, as the engine's own type, in words."""
        raise NotImplementedError

    def figures(self, line: Any, seat: int) -> Sequence[tuple[str, str]]:
        """The figures of a seat in a scored round as (label, value), the total last."""
        raise NotImplementedError

    def lead(self, state: MatchState, line: Any) -> str:
        """A sentence about a scored round; "" if there is nothing to add."""
        return ""

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """All call-outs of the sheet."""
        return ()


# The form to type in rounds played on paper, a row per round; `r7-won-2` is a field of the seventh round.


TEMPLATE = "games/rounds/paper.html"
SHOWN = 12
ROUND = re.compile(r"r([1-9][0-9]{0,3})-.+", re.ASCII)


def describe_error(state: MatchState, error: RuleError) -> tuple[str, str]:
    """The rule error as (message, form field): the row of its round, and the seat if it is about one."""
    seat = "" if error.seat is None else f"-{error.seat}"
    return error.sentence(shortened(state.names)), f"round-{error.round}{seat}" if error.round else ""


class RoundsPaper(Paper):
    """The form to type in rounds played on paper."""

    def __init__(self, rounds: RoundWording) -> None:
        self.rounds = rounds

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        """The form with the next twelve empty rows; a finished game has none."""
        done = len(state.sheet.lines)
        numbers = [] if state.sheet.finished else range(done + 1, done + 1 + SHOWN)
        rows = [_row(self.rounds, state, number, form) for number in numbers]
        columns = [each.short or each.label for each in rows[0]["fields"]] if rows else []
        context = {"word": self.rounds.word, "done": done, "rows": rows, "columns": columns}
        return Screen(TEMPLATE, context | {"can_stop": self.rounds.can_stop, "is_stopped": "stopped" in form})

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Drafts of the rounds filled in. Raises Unreadable for an empty form, or an empty row between two."""
        first, payloads = line_number(form), list(_payloads(self.rounds, form))
        is_stopped = self.rounds.can_stop and "stopped" in form
        if not payloads and not is_stopped:
            raise Unreadable(nothing_filled_in(self.rounds.word))
        written = [
            Draft(self.rounds.kind, first + place, payload, id=entry_id(form, place + 1))
            for place, payload in enumerate(payloads)
        ]
        end = Draft(KIND, first + len(written), {}, id=entry_id(form, len(written) + 1))
        return [*written, end] if is_stopped else written

    describe_error = staticmethod(describe_error)


def _row(rounds: RoundWording, state: MatchState, number: int, form: QueryDict) -> dict[str, Any]:
    fields: Sequence[Field] = filled(rounds.fields(state, None, f"r{number}-"), form, is_sent="entry" in form)
    return {"key": str(number), "number": number, "fields": fields}


def _payloads(rounds: RoundWording, form: QueryDict) -> Iterator[dict[str, Any]]:
    has_gap = False
    for number in sorted({int(match[1]) for name in form if (match := ROUND.fullmatch(name))}):
        prefix = f"r{number}-"
        if not any(form.get(name, "").strip() for name in form if name.startswith(prefix)):
            has_gap = True
            continue
        if has_gap:
            raise Unreadable(gap(rounds.word), f"round-{number}")
        yield _read(rounds, form, number)


def _read(rounds: RoundWording, form: QueryDict, number: int) -> dict[str, Any]:
    try:
        return rounds.payload(form, f"r{number}-")
    except Unreadable as error:
        raise Unreadable(error.message, f"round-{number}-{error.field}") from error
