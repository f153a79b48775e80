"""The lines of a Dogs of War sheet: a year with its battles, and the final tally."""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from scoring.base import Line
from scoring.dogs_of_war.entries import Captains, Contest

VICTORY, GLORIOUS, BOTH_DEFEATED = "victory", "glorious", "both-defeated"


class BattleLine(Struct, frozen=True):
    """A battle and its result with the tracker where it is now.

    `tracker` is -15 to 15, positive for the first house. `positions` and `lost` have an element for each play: where
    the tracker came to rest and how many spaces beyond the end were lost (DW-27). `moves` is how far each house's token
    moves (DW-32, DW-33), `vp` the VP each seat wins here, including the bonus of year 4 (DW-34, DW-10), `bonus_to` the
    seats that take the bonus (DW-35 to DW-37). `closed`: sudden death has ended the battle (DW-49).
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
        """The first house (tracker positive) and the second."""
        return self.contest.houses

    @property
    def margin(self) -> int:
        """The distance of the tracker from the centre, in spaces."""
        return abs(self.tracker)

    def placed(self, seat: int) -> int:
        """How many captains of a seat are in this battle, on both sides."""
        return sum(there.get(seat, 0) for there in self.captains.values())


class YearLine(Line, frozen=True, dict=True):
    """A year: its battles and the house values after it. `before` are the values at its start.

    `captains` and `coins` are the year's income for each seat. `allowance` is how many captains each seat had: the
    year's (DW-14), those won as a bonus last year (DW-15) and the `gained` ones (DW-25).
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
        """The VP won in battles by each seat, and how; statistics and history read exactly these.

        `captains` placed; `backed`, the victories with a captain of the seat on the victor's side, `glorious` those of
        them that were glorious; `beaten`, the defeats; `bonuses` taken; `first` 1 for the first player; `house_0` and
        so on, in the order agreed, the captains placed for each house, where there were any.
        """
        return {seat: _facts(self, seat) for seat in self.points}


class Breakdown(Struct, frozen=True):
    """A seat's final tally in VP, with a field for each row of the tally pad (DW-41)."""

    vp: int
    influence: int
    support: int
    coins: int
    cards: int
    adjust: int

    @property
    def total(self) -> int:
        """The sum of all rows."""
        return self.vp + self.influence + self.support + self.coins + self.cards + self.adjust


class TallyLine(Line, frozen=True, dict=True):
    """The final tally, once everybody's is in; it follows the last year. `points` are the difference between the VP won
    in battles and the totals of the breakdown. It is no year, so a record's rounds do not include it.
    """

    breakdown: Mapping[int, Breakdown]

    @property
    def is_round(self) -> bool:
        """False: the tally has no number among the years."""
        return False

    @cached_property
    def facts(self) -> Mapping[int, Mapping[str, int]]:
        """The VP by source, as in the rows of the tally pad; `final` is their sum."""
        return {
            seat: {
                "tokens": rows.vp,
                "influence": rows.influence,
                "support": rows.support,
                "coins": rows.coins,
                "cards": rows.cards,
                "adjust": rows.adjust,
                "final": rows.total,
            }
            for seat, rows in self.breakdown.items()
        }


def _facts(line: YearLine, seat: int) -> dict[str, int]:
    backed = [
        battle for battle in line.battles if battle.victor is not None and _supported(battle, battle.victor, seat)
    ]
    return {
        "vp": line.points[seat],
        "captains": sum(battle.placed(seat) for battle in line.battles),
        "backed": len(backed),
        "glorious": sum(battle.outcome == "glorious" for battle in backed),
        "beaten": sum(_lost_battle(battle, seat) for battle in line.battles),
        "bonuses": sum(seat in battle.bonus_to for battle in line.battles),
        "first": int(seat == line.first_player),
        **_houses(line, seat),
    }


def _houses(line: YearLine, seat: int) -> dict[str, int]:
    stood = [{house: there.get(seat, 0) for house, there in battle.captains.items()} for battle in line.battles]
    captains = [sum(battle.get(house, 0) for battle in stood) for house in line.before]
    return {f"house_{place}": number for place, number in enumerate(captains) if number}


def _supported(battle: BattleLine, house: str, seat: int) -> bool:
    return battle.captains[house].get(seat, 0) > 0


def _lost_battle(battle: BattleLine, seat: int) -> bool:
    return any(house != battle.victor and _supported(battle, house, seat) for house in battle.houses)
