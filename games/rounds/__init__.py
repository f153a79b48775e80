"""Shared pages for games in which a round is one entry: correction, paper form, comparison and cell history.

A game defines the fields of a round's form, how they become a payload, and the words for an entry and a seat's figures
(`RoundWording`); everything else is here.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.language.terms import capital
from games.base.correction import last_line_of, line_of
from games.base.form_parsing import INCOMPLETE, entry_id, line_number, moment
from games.base.names import shortened
from games.base.table_game import UNDONE, Cell, CellChange, Difference, Unreadable, noted
from games.base.wording import numbered, numbered_first
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, standing
from games.models import Entry
from games.rounds.correction import RoundsCorrection, rows
from games.rounds.fields import Field, Payload, RoundsPaper, RoundWording
from scoring.base import RuleError
from scoring.records import entry_from_json

# The history of one cell: every write that changed a seat's figures in a round.


Figures = Sequence[tuple[str, str]]


def _story(rounds: RoundWording, state: MatchState, number: int, seat: int) -> Iterator[CellChange]:
    """Yield the changes, oldest first: for each version of the match the entries up to it are folded again.

    Of entries written in the same version, the last round up to this one is named as the cause.
    """
    before: Figures = ()
    until = last_line_of(state, number)
    writes = groupby(
        sorted(state.history, key=lambda entry: (entry.version, entry.number)), lambda entry: entry.version
    )
    for version, group in writes:
        entries = [entry for entry in group if entry.number <= until]
        now = _figures(rounds, state, version, number, seat) if entries else before
        if now != before:
            entry = next((each for each in reversed(entries) if each.kind == rounds.kind), entries[-1])
            yield CellChange(entry, _words(before, now), noted(entry))
        before = now


def _figures(rounds: RoundWording, state: MatchState, version: int, number: int, seat: int) -> Figures:
    entries = standing([entry for entry in state.history if entry.version <= version])
    try:
        lines = fold(state, entries).lines
    except RuleError:
        return ()
    return tuple(rounds.figures(lines[number - 1], seat)) if len(lines) >= number else ()


def _words(before: Figures, now: Figures) -> Sequence[str]:
    """Text and figures alternately: what each changed figure is, and what it was before."""
    if not now:
        return [str(UNDONE)]
    was, parts = dict(before), [""]
    for label, value in now:
        if was.get(label) == value:
            continue
        start = f"{parts[-1]} {capital(label)} ".lstrip()
        more = [value, _(", before that "), was[label], "."] if label in was else [value, "."]
        parts = [*parts[:-1], start, *more]
    return parts


class Rounds(RoundWording):
    """The parts of a game that follow from its `RoundWording`."""

    def __init__(self) -> None:
        self.correction, self.paper = RoundsCorrection(self), RoundsPaper(self)

    def drafts(self, form: QueryDict) -> list[Draft]:
        """The one draft of the table's form. Raises Unreadable."""
        if form.get("what") != self.kind:
            raise Unreadable(INCOMPLETE)
        payload = self.payload(form, "")
        return [Draft(self.kind, line_number(form), payload, id=entry_id(form), recorded_at=moment(form))]

    def in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        """One entry in words, for the history."""
        return self.entry_words(shortened(state.names), entry_from_json(state.engine, kind, payload))

    def last_step(self, state: MatchState) -> str:
        """What an undo would take back, such as `hand 3`; "" on an empty sheet."""
        return numbered(self.word, len(state.sheet.lines)) if state.live else ""

    def differences(self, state: MatchState, draft: Draft, entry: Entry, label: str = "") -> Sequence[Difference]:
        """The comparison of two entries for one line: rounds field by field, other entries in words; [] if equal.

        `label` names the round, by default by its number.
        """
        mine, theirs = (self._entry_in_words(state, written) for written in (draft, entry))
        if mine == theirs:
            return []
        if draft.payload is None or entry.payload is None or {draft.kind, entry.kind} != {self.kind}:
            return [Difference("", mine, theirs)]
        where = capital(label) or numbered_first(self.word, self.place(state, entry))
        return rows(where, *(self.fields(state, written.payload, "") for written in (draft, entry)))

    @staticmethod
    def place(state: MatchState, entry: Entry) -> int:
        """The number (from 1) of the sheet's line that an entry makes."""
        return len(fold(state, [each for each in state.live if each.number < entry.number]).lines) + 1

    def _entry_in_words(self, state: MatchState, written: Draft | Entry) -> str:
        return _("undone") if written.payload is None else self.in_words(state, written.kind, written.payload)

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        """The cell with its history, newest first; None where this seat has no cell in this round."""
        line = line_of(state, number)
        if number < 1 or not 0 <= seat < len(state.names):
            return None
        changes = list(_story(self, state, number, seat))[::-1]
        if line is None and not changes:
            return None
        title = _("{player}, {round}").format(player=shortened(state.names)[seat], round=numbered(self.word, number))
        figures = self.figures(line, seat) if line else ()
        return Cell(title, self.lead(state, line) if line else "", list(figures), changes)


__all__ = ["Field", "Payload", "Rounds"]
