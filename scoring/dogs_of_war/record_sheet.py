"""A sheet of Dogs of War by names: as JSON, and its years as rows of plain text."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from scoring.dogs_of_war.battle import BattleLine, Breakdown, YearLine
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.step import YearStep, next_step
from scoring.dogs_of_war.tally import ranks
from scoring.record_format import parts
from scoring.record_format.parts import SheetWriter
from scoring.table import Table, marked, minus

# A sheet as JSON by names (the record format's sheet).


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
        given = parts.in_full(self.scored.options, self.by.names)
        dogs = {self.by.names[seat]: dog for seat, dog in enumerate(given.pop("dogs")) if dog}
        return given | ({"dogs": dogs} if dogs else {})

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


# The years of a sheet as rows of plain text: `manage.py score --text`.


ROWS = (
    ("vp", "VP tokens"),
    ("influence", "Influence"),
    ("support", "Support card"),
    ("coins", "Coins"),
    ("cards", "Cards"),
    ("adjust", "Adjusted"),
)


def text(sheet: Json) -> Table:
    """A row for each battle with its VP, the totals, the final tally, the house values, and the next step."""
    names = sheet["players"]
    rows = [row for year in sheet["rounds"] for row in _year(year, names)]
    rows += _battles(sheet["next"] or {}, names)
    rows += [["", "", label, *(minus(sheet["breakdown"][name][key]) for name in names)] for key, label in _tally(sheet)]
    rows.append(["", "", "Total", *(minus(sheet["totals"][name]) for name in names)])
    after = [f"Houses: {', '.join(f'{house} {minus(value)}' for house, value in sheet['house_values'].items())}"]
    return Table(["Year", "Battle", "Tracker", *names], rows, [*after, *_next(sheet["next"])])


def _year(year: Json, names: list[str]) -> list[list[str]]:
    marks = [marked(year["totals"][name], top=name in year["leaders"]) for name in names]
    return [*_battles(year, names), ["", "", "after the year", *marks]]


def _battles(year: Json, names: list[str]) -> list[list[str]]:
    """A row for each battle of a year, or of the year in progress as far as it goes."""
    return [
        [
            str(year["number"]) if number == 1 else "",
            " – ".join(battle["houses"]),
            _tracker(battle),
            *(str(battle["vp"].get(name, "")) for name in names),
        ]
        for number, battle in enumerate(year.get("battles", ()), 1)
    ]


def _tracker(battle: Json) -> str:
    """The tracker's distance from the centre and the victor, with an exclamation mark for a glorious victory."""
    if not battle.get("recorded", True):
        return "not fought"
    if battle["victor"] is None:
        return "0, both lost"
    return f"{abs(battle['tracker'])} {battle['victor']}{' !' if battle['outcome'] == 'glorious' else ''}"


def _tally(sheet: Json) -> tuple[tuple[str, str], ...]:
    return ROWS if sheet["breakdown"] else ()


def _next(step: Json | None) -> list[str]:
    if step is None:
        return []
    first = "" if step["first_player"] is None else f", {step['first_player']} is first"
    income = step["income"]
    return [f"Next: year {step['number']} of 4{first}; {income['captains']} captains and {income['coins']} coins each."]
