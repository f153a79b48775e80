"""A sheet as JSON by names (the record format's sheet)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from scoring.dogs_of_war.line import BattleLine, Breakdown, YearLine
from scoring.dogs_of_war.next_step import next_step
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.step import YearStep
from scoring.dogs_of_war.tally import ranks
from scoring.record_format.written import SheetWriter

Json = dict[str, Any]


def sheet_json(sheet: DogsOfWarSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; lists of players are in seat order."""
    return _Writer(sheet, names).sheet()


class _Writer:
    def __init__(self, sheet: DogsOfWarSheet, names: Sequence[str]) -> None:
        self.scored = sheet
        self.by = SheetWriter(sheet, names, sheet.active_seats)

    def sheet(self) -> Json:
        sheet = self.scored
        envelope = self.by.envelope(
            "dogs-of-war",
            before={"options": self.options()},
            rounds=[self.year(line) for line in sheet.years],
            ranking=ranks(sheet),
            upcoming=self.next(),
        )
        envelope["house_values"] = dict(sheet.values)
        envelope["breakdown"] = self.by.mapped({seat: _rows(rows) for seat, rows in sheet.breakdown.items()})
        return envelope

    def options(self) -> Json:
        agreed = self.scored.options
        dogs = {self.by.names[seat]: dog for seat, dog in enumerate(agreed.dogs) if dog}
        plain = {"variants": list(agreed.variants), "houses": list(agreed.houses)}
        return plain | ({"dogs": dogs} if dogs else {})

    def year(self, line: YearLine) -> Json:
        row = self.by.line(line)
        for key, seat in (("first_player", line.first_player), ("first_to_pass", line.first_to_pass)):
            row[key] = self.name(seat)
        return row | {
            "battles": [self.battle(battle) for battle in line.battles],
            "house_values": dict(line.values),
            "income": {"captains": line.captains, "coins": line.coins},
            "captains": self.by.mapped(line.allowance),
        }

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.by.names[seat]

    def battle(self, battle: BattleLine) -> Json:
        row: Json = {
            "houses": list(battle.houses),
            "tracker": battle.tracker,
            "captains": {house: self.by.mapped(there) for house, there in battle.captains.items()},
            "outcome": battle.outcome,
            "victor": battle.victor,
            "defeated": battle.defeated,
            "vp": self.by.mapped(battle.vp),
            "bonus_to": self.by.seated(battle.bonus_to),
            "positions": list(battle.positions),
            "lost": list(battle.lost),
            "moves": dict(battle.moves),
        }
        if battle.contest.bonus:
            row["bonus"] = battle.contest.bonus
        if battle.contest.betrayal:
            row["betrayal"] = self.by.seated(battle.contest.betrayal)
        return row

    def next(self) -> Json | None:
        """The year to record; None before a final tally, which is listed in `needs` and is no round."""
        step = next_step(self.scored)
        if not isinstance(step, YearStep):
            return None
        upcoming: Json = {
            "number": step.number,
            "first_player": self.name(step.first_player),
            "income": {"captains": step.captains, "coins": step.coins},
            "captains": self.by.mapped(step.allowance),
        }
        if step.pairings:
            upcoming["pairings"] = [list(pair) for pair in step.pairings]
            upcoming["level"] = [list(group) for group in step.level]
        return upcoming | self.standing(step) if self.scored.open is not None else upcoming

    def standing(self, step: YearStep) -> Json:
        """The state of a year in progress: its battles, whose turn it is, and the points and house values so far."""
        return {
            "to_play": self.name(step.turn),
            "passed": self.by.listed(step.passed),
            "captains_left": self.by.mapped(step.left),
            "battles": [
                self.battle(each.line) | {"recorded": each.fixed} for each in step.battles if each.line is not None
            ],
            "points": self.by.mapped(step.points),
            "house_values": dict(step.values),
        }


def _rows(rows: Breakdown) -> Json:
    return {**asdict(rows), "total": rows.total}
