"""Games whose round is one entry: the pages round about the table's screen, from a few values of the game.

A game says which fields a round's form has, how they become a payload, and how an entry and a seat's figures read;
everything else here is the same for all of them.
"""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.language.capitals import capital
from games.base.correction import Changes, Correction, Paper
from games.base.display import Screen
from games.base.entry.form_parsing import entry_id, line_number, moment
from games.base.entry.names import shortened
from games.base.entry.round_words import numbered, numbered_first
from games.base.table_game import Cell, Difference, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold
from games.models import Entry
from games.rounds import cell_history as cells
from games.rounds import comparison, conflict, correction, paper
from games.rounds.fields import Field
from games.rounds.wording import Payload, RoundWording
from scoring.base import RuleError, Sheet
from scoring.records import entry_from_json


class RoundsCorrection(Correction):
    """An old round once more; nothing can be put in before it."""

    def __init__(self, rounds: RoundWording) -> None:
        self.rounds = rounds

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        return correction.screen(self.rounds, state, number, form)

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        return correction.drafts(self.rounds, state, number, form)

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        return comparison.changes(self.rounds, state, before, after)

    def wrong(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        return correction.wrong(self.rounds, state, number, error)


class RoundsPaper(Paper):
    """Rounds played on paper, typed in."""

    def __init__(self, rounds: RoundWording) -> None:
        self.rounds = rounds

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return paper.screen(self.rounds, state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        return paper.drafts(self.rounds, form)

    def wrong(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        return paper.wrong(state, error)


class Rounds(RoundWording):
    """The parts of a game that follow from its wording."""

    def __init__(self) -> None:
        self.correction, self.paper = RoundsCorrection(self), RoundsPaper(self)

    def drafts(self, form: QueryDict) -> list[Draft]:
        """The one entry the table's form holds."""
        if form.get("what") != self.kind:
            raise Unreadable(_("The page was not sent completely. Please reload it."))
        payload = self.payload(form, "")
        return [Draft(self.kind, line_number(form), payload, id=entry_id(form), recorded_at=moment(form))]

    def in_words(self, state: MatchState, kind: str, payload: Any) -> str:
        """One entry for the history."""
        return self.entry_words(shortened(state.names), entry_from_json(state.engine, kind, payload))

    def last_step(self, state: MatchState) -> str:
        """What undo would take back; nothing on an empty sheet."""
        return numbered(self.word, len(state.sheet.lines)) if state.live else ""

    def differences(self, state: MatchState, draft: Draft, entry: Entry, called: str = "") -> Sequence[Difference]:
        """Two rounds for one line field by field, anything else in words; `called` is how the round is called."""
        mine, theirs = (self._stands(state, written) for written in (draft, entry))
        if mine == theirs:
            return []
        if draft.payload is None or entry.payload is None or {draft.kind, entry.kind} != {self.kind}:
            return [Difference("", mine, theirs)]
        where = capital(called) or numbered_first(self.word, self.place(state, entry))
        return conflict.rows(where, *(self.fields(state, written.payload, "") for written in (draft, entry)))

    @staticmethod
    def place(state: MatchState, entry: Entry) -> int:
        """Which line of the sheet an entry makes, from 1."""
        return len(fold(state, [each for each in state.live if each.number < entry.number]).lines) + 1

    def _stands(self, state: MatchState, written: Draft | Entry) -> str:
        return _("undone") if written.payload is None else self.in_words(state, written.kind, written.payload)

    def cell(self, state: MatchState, number: int, seat: int) -> Cell | None:
        """The story of a seat's figures in a round."""
        return cells.cell(self, state, number, seat)


__all__ = ["Field", "Payload", "Rounds", "RoundsCorrection", "RoundsPaper"]
