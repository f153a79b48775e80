"""The rounds as rows of plain text: `manage.py score --text`."""

from collections.abc import Mapping
from typing import Any

from scoring.table import Table, marked, minus

Json = Mapping[str, Any]


def text(sheet: Json) -> Table:
    """A row a round, the totals, and what is asked next."""
    rows = [*(_row(sheet, found) for found in sheet["rounds"]), _totals(sheet)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Round", "Hands", "Arranges", *sheet["players"]], rows, after)


def _row(sheet: Json, found: Json) -> list[str]:
    start = [str(found["number"]), str(found["hands"]), found["arranger"] or ""]
    return [*start, *(_cell(found, name) for name in sheet["players"])]


def _cell(found: Json, name: str) -> str:
    """Points and the total, boxed at the top."""
    return f"{minus(found['points'][name])} {marked(found['totals'][name], top=name in found['leaders'])}"


def _totals(sheet: Json) -> list[str]:
    return ["", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"])]


def _next(step: Json) -> str:
    arranges = f", {step['arranger']} arranges" if step["arranger"] else ""
    return f"Next: round {step['number']}, {step['hands']} hands{arranges}."
