"""The form to type in rounds played on paper, a row per round; `r7-won-2` is a field of the seventh round."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import QueryDict

from games.base.display import Screen
from games.base.entry.form_parsing import entry_id, line_number
from games.base.entry.names import shortened
from games.base.entry.round_words import gap, nothing_filled_in
from games.base.table_game import Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.rounds.fields import Field, filled
from games.rounds.stop import KIND
from games.rounds.wording import RoundWording
from scoring.base import RuleError

TEMPLATE = "games/rounds/paper.html"
SHOWN = 12
ROUND = re.compile(r"r([1-9][0-9]{0,3})-.+", re.ASCII)


def screen(rounds: RoundWording, state: MatchState, form: QueryDict) -> Screen:
    """The form with the next twelve empty rows; a finished game has none."""
    done = len(state.sheet.lines)
    numbers = [] if state.sheet.finished else range(done + 1, done + 1 + SHOWN)
    rows = [_row(rounds, state, number, form) for number in numbers]
    columns = [each.short or each.label for each in rows[0]["fields"]] if rows else []
    context = {"word": rounds.word, "done": done, "rows": rows, "columns": columns}
    return Screen(TEMPLATE, context | {"can_stop": rounds.can_stop, "is_stopped": "stopped" in form})


def _row(rounds: RoundWording, state: MatchState, number: int, form: QueryDict) -> dict[str, Any]:
    fields: Sequence[Field] = filled(rounds.fields(state, None, f"r{number}-"), form, is_sent="entry" in form)
    return {"key": str(number), "number": number, "fields": fields}


def drafts(rounds: RoundWording, form: QueryDict) -> Sequence[Draft]:
    """Drafts of the rounds filled in. Raises Unreadable for an empty form, or an empty row between two rounds."""
    first, payloads = line_number(form), list(_payloads(rounds, form))
    is_stopped = rounds.can_stop and "stopped" in form
    if not payloads and not is_stopped:
        raise Unreadable(nothing_filled_in(rounds.word))
    written = [
        Draft(rounds.kind, first + place, payload, id=entry_id(form, place + 1))
        for place, payload in enumerate(payloads)
    ]
    end = Draft(KIND, first + len(written), {}, id=entry_id(form, len(written) + 1))
    return [*written, end] if is_stopped else written


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


def describe_error(state: MatchState, error: RuleError) -> tuple[str, str]:
    """The rule error as (message, form field): the row of its round, and the seat if it is about one."""
    seat = "" if error.seat is None else f"-{error.seat}"
    return error.sentence(shortened(state.names)), f"round-{error.round}{seat}" if error.round else ""
