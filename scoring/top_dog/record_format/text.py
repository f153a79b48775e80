"""The rounds of a sheet as rows of plain text: `manage.py score --text`."""

from collections.abc import Mapping
from typing import Any

from scoring.table import Table, marked, minus

Json = Mapping[str, Any]


def text(sheet: Json) -> Table:
    """A row for each round, the totals, and the next step."""
    rows = [*(_row(sheet, line) for line in sheet["rounds"]), _totals(sheet)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Round", "Hands", "Arranges", *sheet["players"]], rows, after)


def _row(sheet: Json, line: Json) -> list[str]:
    start = [str(line["number"]), str(line["hands"]), line["arranger"] or ""]
    return [*start, *(_cell(line, name) for name in sheet["players"])]


def _cell(line: Json, name: str) -> str:
    """The points of the round and the total, [boxed] at the top."""
    return f"{minus(line['points'][name])} {marked(line['totals'][name], top=name in line['leaders'])}"


def _totals(sheet: Json) -> list[str]:
    return ["", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"])]


def _next(step: Json) -> str:
    arranges = f", {step['arranger']} arranges" if step["arranger"] else ""
    return f"Next: round {step['number']}, {step['hands']} hands{arranges}."
