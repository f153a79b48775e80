"""The rounds of a sheet as rows of plain text: `manage.py score --text`."""

from collections.abc import Mapping
from typing import Any

from scoring.table import Table, marked, minus

Json = Mapping[str, Any]


def text(sheet: Json) -> Table:
    """A row for each round with its product, who won each game, and the next step."""
    rows = [*(_row(sheet, line) for line in sheet["rounds"]), _totals(sheet)]
    games = [_game(number, game) for number, game in enumerate(sheet.get("games", ()), 1)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Round", "Game", "Sum", *sheet["players"]], rows, [*games, *after])


def _row(sheet: Json, line: Json) -> list[str]:
    total = "{base} × {streak} × {late}".format(**line) if "base" in line else ""
    return [str(line["number"]), str(line["game"]), total, *(_cell(line, name) for name in sheet["players"])]


def _cell(line: Json, name: str) -> str:
    """The points of the round and the total, [boxed] at the top as on paper."""
    brought = f"+{line['points'][name]} " if line["points"][name] else ""
    return brought + marked(line["totals"][name], top=name in line["leaders"])


def _totals(sheet: Json) -> list[str]:
    return ["", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"])]


def _game(number: int, game: Json) -> str:
    points = " to ".join(str(count) for count in sorted(game["points"].values(), reverse=True))
    how = " on rounds, the points being level" if game["decided_by"] == "rounds" else ""
    return f"Game {number}: {game['winner']}, {points}{how}."


def _next(step: Json) -> str:
    if "pays" not in step:
        return f"Next: game {step['game']}, count the piles."
    pays = ", ".join(f"{name} {pay['plain']} or {pay['pack']} with a pack" for name, pay in step["pays"].items())
    deal = f" Deal {step['deal']['hands']} to each and {step['deal']['table']} to the table." if "deal" in step else ""
    return f"Next: game {step['game']}, round {step['round_in_game']}: {pays}.{deal}"
