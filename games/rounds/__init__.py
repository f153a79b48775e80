"""Shared pages for games in which a round is one entry: correction, paper form, comparison and cell history.

A game defines the fields of a round's form, how they become a payload, and the words for an entry and a seat's figures
(`RoundWording`); everything else is here.
"""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.language.terms import capital
from games.base.correction import Changes, Correction, Paper
from games.base.display import Screen
from games.base.form_parsing import INCOMPLETE, entry_id, line_number, moment
from games.base.names import shortened
from games.base.table_game import Cell, Difference, Unreadable
from games.base.wording import numbered, numbered_first
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold
from games.models import Entry
from games.rounds import cell_history as cells
from games.rounds import correction, fields
from games.rounds.fields import Field, Payload, RoundWording
from scoring.base import RuleError, Sheet
from scoring.records import entry_from_json


class RoundsCorrection(Correction):
    """The form to correct a round; nothing can be inserted before one."""

    def __init__(self, rounds: RoundWording) -> None:
        self.rounds = rounds

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        return correction.screen(self.rounds, state, number, form)

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        return correction.drafts(self.rounds, state, number, form)

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        return correction.changes(self.rounds, state, before, after)

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        return correction.describe_error(self.rounds, state, number, error)


class RoundsPaper(Paper):
    """The form to type in rounds played on paper."""

    def __init__(self, rounds: RoundWording) -> None:
        self.rounds = rounds

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return fields.screen(self.rounds, state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return fields.drafts(self.rounds, form)

    describe_error = staticmethod(fields.describe_error)


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
        return correction.rows(where, *(self.fields(state, written.payload, "") for written in (draft, entry)))

    @staticmethod
    def place(state: MatchState, entry: Entry) -> int:
        """The number (from 1) of the sheet's line that an entry makes."""
        return len(fold(state, [each for each in state.live if each.number < entry.number]).lines) + 1

    def _entry_in_words(self, state: MatchState, written: Draft | Entry) -> str:
        return _("undone") if written.payload is None else self.in_words(state, written.kind, written.payload)

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        """The history of a seat's figures in a round; None if there is no such cell."""
        return cells.cell(self, state, number, seat)


__all__ = ["Field", "Payload", "Rounds", "RoundsCorrection", "RoundsPaper"]
