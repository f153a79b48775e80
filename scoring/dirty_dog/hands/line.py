"""The line of the sheet: a scored hand with what the table shouts after it."""

from functools import cached_property

from scoring.base import CallOut
from scoring.dirty_dog import callouts
from scoring.dirty_dog.hands.scored_hand import ScoredHand


class DirtyDogLine(ScoredHand, frozen=True, dict=True):
    """One hand: what was bid and taken, and what came of it. A void hand brings no points (DD-55)."""

    @cached_property
    def callouts(self) -> tuple[CallOut, ...]:
        """What the table shouts after this hand (DD-G01 to DD-G20)."""
        return callouts.of(self)
