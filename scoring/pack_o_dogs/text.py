"""The rounds as rows of plain text: `manage.py score --text`."""

from collections.abc import Mapping
from typing import Any

from scoring.table import Table, marked, minus

Json = Mapping[str, Any]


def text(sheet: Json) -> Table:
    """A row a round with its sum, who won each game, and what is asked next."""
    rows = [*(_row(sheet, found) for found in sheet["rounds"]), _totals(sheet)]
    games = [_game(number, game) for number, game in enumerate(sheet.get("games", ()), 1)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Round", "Game", "Sum", *sheet["players"]], rows, [*games, *after])


def _row(sheet: Json, found: Json) -> list[str]:
    total = "{base} × {streak} × {late}".format(**found) if "base" in found else ""
    return [str(found["number"]), str(found["game"]), total, *(_cell(found, name) for name in sheet["players"])]


def _cell(found: Json, name: str) -> str:
    """What the round brought and the total, the top one boxed as on paper."""
    brought = f"+{found['points'][name]} " if found["points"][name] else ""
    return brought + marked(found["totals"][name], top=name in found["leaders"])


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
