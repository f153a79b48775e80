"""The years of a sheet as rows of plain text: `manage.py score --text`."""

from collections.abc import Mapping
from typing import Any

from scoring.table import Table, marked, minus

Json = Mapping[str, Any]
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
