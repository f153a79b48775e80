"""The line of a Dirty Dog sheet: a scored hand with its call-outs."""

from functools import cached_property

from scoring.base import CallOut
from scoring.dirty_dog import callouts
from scoring.dirty_dog.hands.scored_hand import ScoredHand


class DirtyDogLine(ScoredHand, frozen=True, dict=True):
    """A scored or void hand with its call-outs. A void hand brings no points (DD-55)."""

    @cached_property
    def callouts(self) -> tuple[CallOut, ...]:
        """The call-outs after this hand (DD-G01 to DD-G20)."""
        return callouts.of(self)
