"""The small named ints a year and the final tally leave behind for each seat: statistics and history read these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.dogs_of_war.line import BattleLine, TallyLine, YearLine


def of_year(line: YearLine) -> Mapping[int, Mapping[str, int]]:
    """VP won in battles, and how they were won.

    `captains` placed, `backed` the victories a captain stood by, `glorious` those of them that were glorious, `beaten`
    the defeats, `bonuses` taken, `first` 1 for the first player; `house_0` and so on, in the order agreed, the captains
    who stood for each house, where there were any.
    """
    return {seat: _year(line, seat) for seat in line.points}


def _year(line: YearLine, seat: int) -> dict[str, int]:
    backed = [battle for battle in line.battles if battle.victor is not None and _stood(battle, battle.victor, seat)]
    return {
        "vp": line.points[seat],
        "captains": sum(battle.placed(seat) for battle in line.battles),
        "backed": len(backed),
        "glorious": sum(battle.outcome == "glorious" for battle in backed),
        "beaten": sum(_beaten(battle, seat) for battle in line.battles),
        "bonuses": sum(seat in battle.bonus_to for battle in line.battles),
        "first": int(seat == line.first_player),
        **_houses(line, seat),
    }


def _houses(line: YearLine, seat: int) -> dict[str, int]:
    stood = [{house: there.get(seat, 0) for house, there in battle.captains.items()} for battle in line.battles]
    captains = [sum(battle.get(house, 0) for battle in stood) for house in line.before]
    return {f"house_{place}": number for place, number in enumerate(captains) if number}


def _stood(battle: BattleLine, house: str, seat: int) -> bool:
    return battle.captains[house].get(seat, 0) > 0


def _beaten(battle: BattleLine, seat: int) -> bool:
    return any(house != battle.victor and _stood(battle, house, seat) for house in battle.houses)


def of_tally(line: TallyLine) -> Mapping[int, Mapping[str, int]]:
    """The VP by where they came from, row by row as on the tally pad; `final` is all of them."""
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
        for seat, rows in line.breakdown.items()
    }
