"""Base classes of a game's correction form and paper form, and the effects of a correction as data."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from games.base.display import Screen
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError, Sheet


@dataclass(frozen=True)
class Change:
    """One player's total and place before and after a correction."""

    name: str
    before: int
    after: int
    place_before: int
    place_after: int

    @property
    def diff(self) -> int:
        return self.after - self.before

    @property
    def is_same(self) -> bool:
        return self.before == self.after and self.place_before == self.place_after


@dataclass(frozen=True)
class Changes:
    """The effects of replacing a sheet by another: a headline, the changed fields in words, totals, trophies (those
    that move first) and the marks (box, circle) that move.

    `why` says what else moved a total, such as a latecomer's start.
    """

    headline: str
    words: str
    totals: Sequence[Change]
    trophies: Sequence[str] = ()
    marks: Sequence[str] = ()
    why: Sequence[str] = ()

    @property
    def changed(self) -> Sequence[Change]:
        return [each for each in self.totals if not each.is_same]

    @property
    def unchanged(self) -> int:
        """How many players keep total and place."""
        return len(self.totals) - len(self.changed)


class Correction:
    """A game's form to correct a round of a match; rounds are numbered from 1 (HR-DD-15)."""

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """Return the form of a round, filled in with what is stored and what `form` changes; None where there is no
        such round.
        """
        raise NotImplementedError

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        """Return drafts for what the form changes in the stored round. Raises Unreadable."""
        raise NotImplementedError

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        """Return the effects of replacing the sheet `before` by `after`."""
        raise NotImplementedError

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """Return a rule error as (message, form field); the message names the round if it is another than `number`."""
        raise NotImplementedError

    def insertion_line(self, state: MatchState, number: int) -> int | None:
        """Return the line before which a forgotten action may be inserted for a round; None where none can be."""
        return None


class Paper:
    """A game's form to type in a match that was played on paper, with many rounds on one form."""

    # `rows` is the key of the rounds in the screen's context, each with a `number`. Next to a photo only the first
    # round is shown, with the template `one` where the game has one.
    rows = "rows"
    one = ""

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        """Return the form with what is filled in so far."""
        raise NotImplementedError

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return drafts of the rounds filled in. Raises Unreadable, also for an empty row between two rounds."""
        raise NotImplementedError

    def describe_error(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        """Return a rule error as (message, form field)."""
        raise NotImplementedError
