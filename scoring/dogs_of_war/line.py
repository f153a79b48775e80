"""What is scored: a battle, a year of battles, and the final tally."""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from scoring.base import Line
from scoring.dogs_of_war import facts
from scoring.dogs_of_war.entries import Captains, Contest

VICTORY, GLORIOUS, BOTH_DEFEATED = "victory", "glorious", "both-defeated"


class BattleLine(Struct, frozen=True):
    """A battle and what comes of it as its tracker stands.

    `tracker` is -15 to 15, positive for the first house. `positions` and `lost` stand for each play: where the tracker
    came to rest and how many spaces ran over the end (DW-27). `moves` is what either house's token moves (DW-32,
    DW-33), `vp` what each seat wins here, the bonus of year 4 with it (DW-34, DW-10), `bonus_to` who takes the bonus
    (DW-35 to DW-37). `closed`: sudden death has ended it (DW-49).
    """

    contest: Contest
    tracker: int
    captains: Captains
    positions: tuple[int, ...]
    lost: tuple[int, ...]
    outcome: str
    victor: str | None
    defeated: str | None
    moves: Mapping[str, int]
    vp: Mapping[int, int]
    bonus_to: tuple[int, ...]
    closed: bool

    @property
    def houses(self) -> tuple[str, str]:
        """The house on the left (tracker positive) and the house on the right."""
        return self.contest.houses

    @property
    def margin(self) -> int:
        """How far the tracker stands from the centre, whichever side."""
        return abs(self.tracker)

    def placed(self, seat: int) -> int:
        """How many captains of a seat stand in this battle."""
        return sum(there.get(seat, 0) for there in self.captains.values())


class YearLine(Line, frozen=True, dict=True):
    """A year: its battles and the house values after it. `before` are the values at its start.

    `allowance` is how many captains each seat had: what the year gives (DW-14), captains won as a bonus last year
    (DW-15) and `gained` ones (DW-25).
    """

    battles: tuple[BattleLine, ...]
    first_player: int | None
    first_to_pass: int | None
    before: Mapping[str, int]
    values: Mapping[str, int]
    captains: int
    coins: int
    allowance: Mapping[int, int]
    gained: Mapping[int, int]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """Small named ints a seat, for statistics and history."""
        return facts.of_year(self)


class Breakdown(Struct, frozen=True):
    """A seat's final tally in VP, row by row as on the pad (DW-41)."""

    vp: int
    influence: int
    support: int
    coins: int
    cards: int
    adjust: int

    @property
    def total(self) -> int:
        """All rows together."""
        return self.vp + self.influence + self.support + self.coins + self.cards + self.adjust


class TallyLine(Line, frozen=True, dict=True):
    """The final tally, once everybody's is in; it follows the last year. `points` bring the VP won in battles up to the
    totals of the breakdown. It is no year, so a record's rounds do not show it.
    """

    breakdown: Mapping[int, Breakdown]

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """The rows of the breakdown a seat, for statistics and history."""
        return facts.of_tally(self)
