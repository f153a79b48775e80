"""An old round once more: the form, and what another sheet would mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from games.base.display import Screen
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError, Sheet


@dataclass(frozen=True)
class Change:
    """One player's total and place, before and after."""

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
    """What another sheet would mean: a headline, what differs in words, totals, trophies (the loudest first), marks;
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
        return len(self.totals) - len(self.changed)


class Correction:
    """An old round once more; rounds are numbered from 1 (HR-DD-15)."""

    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        """The form of a round, filled in; None where there is nothing to correct."""
        raise NotImplementedError

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        """What the form changes of what stands. Raises Unreadable."""
        raise NotImplementedError

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        """What another sheet would mean."""
        raise NotImplementedError

    def wrong(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """A refusal in words, and the field it belongs to; a later round is named in the words."""
        raise NotImplementedError

    def opens(self, state: MatchState, number: int) -> int | None:
        """The entry before which something forgotten goes in; None where nothing can have been forgotten."""
        return None


class Paper:
    """A sheet played on paper, typed in: many rounds on one form."""

    # What the screen's context calls its rounds, each with a `number`; beside a photo only the first is shown, by the
    # template `one` where the game has one.
    rows = "rows"
    one = ""

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        """The form as it is filled in so far."""
        raise NotImplementedError

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """The rounds that are filled in, without a gap. Raises Unreadable."""
        raise NotImplementedError

    def wrong(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        """A refusal in words, and the field it belongs to."""
        raise NotImplementedError
