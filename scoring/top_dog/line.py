"""A scored round of Top Dog: the line of the sheet."""

from collections.abc import Mapping
from functools import cached_property

from scoring.base import Line
from scoring.top_dog import facts


class TopDogLine(Line, frozen=True, dict=True):
    """One round: the hands won and what came of them.

    `hands` were dealt (13 or 26) and `counted` of them were won by somebody, the dummy too. `won` are the people's
    hands, `dummy` the dummy's (None where none plays) and `against` what comparing with it brought each seat: +1, 0 or
    −2 (TD-20). `arranger` is the seat whose turn it was to arrange (variation 2), `cycle_end` says that by now
    everybody has arranged equally often; without variation 2 every round is whole. `before` are the totals before.
    """

    hands: int
    counted: int
    won: Mapping[int, int]
    dummy: int | None
    against: Mapping[int, int]
    arranger: int | None
    cycle_end: bool
    last_hand_tied: bool
    note: str
    before: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Small named ints a seat, for statistics and history."""
        return facts.of(self)
