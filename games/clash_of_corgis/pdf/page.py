"""One sheet of Clash of Corgis as the layout draws it: every word ready to print, every choice made."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.sheets.heading import Fact, framed_page
from games.sheets.text import brief, listed, short_names

Row = dict[str, Any]
PAPERS = {"a4": "a5", "letter": "us-statement"}  # half of it
COUNTS = {3: "three", 5: "five", 7: "seven", 9: "nine"}
EMPTY = {"left": "", "wins": ""}


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """What `series.typ` reads; `fill` is blank, ready or filled."""
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    best_of = sheet["options"]["best_of"]
    facts = [_series(sheet, names, fill)]
    framed = framed_page(document, game="Clash of Corgis", fill=fill, paper=paper, facts=facts, note=_note(best_of))
    return framed | {
        "paper": PAPERS[paper],
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "rows": _rows(sheet, names, fill),
        "foot": [_sum(sheet, player, fill) for player in sheet["players"]],
        "signs": 2,
    }


def _note(best_of: int) -> str:
    games = "One game." if best_of == 1 else f"Best of {COUNTS.get(best_of, best_of)}."
    return f"{games} The winner starts the next game. Left: cards in hand, 1 to 12, for the statistics."


def _series(sheet: Mapping[str, Any], names: Mapping[str, str], fill: str) -> Fact:
    """The winner's games and the most anybody else has; a series that goes on says who leads."""
    if fill != "filled" or not sheet["rounds"]:
        return ("Series", "")
    first, *others = sheet["ranking"]
    leaders = listed([brief(names[player], 24) for player in first["players"]])
    if len(sheet["winners"]) > 1:
        return ("Series", f"{leaders} share it, {first['points']} each")
    if sheet["winners"]:
        return ("Series", f"{leaders}, {first['points']} to {others[0]['points']}")
    level = len(first["players"])
    who = f"{level} players" if level > 2 else leaders
    return ("So far", f"{who}, {first['points']}{' each' if level > 1 else ''}")


def _rows(sheet: Mapping[str, Any], names: Mapping[str, str], fill: str) -> list[Row]:
    """A row for every game of the series, and one more where three or four players share more games than that."""
    lines: Sequence[Mapping[str, Any]] = sheet["rounds"] if fill == "filled" else []
    rows = [_row(sheet, line, names) for line in lines]
    count = max(sheet["options"]["best_of"], len(lines) + (not sheet["finished"]))
    for number in range(len(lines) + 1, count + 1):
        starts = names[sheet["options"]["first_starter"]] if number == 1 and sheet["options"]["first_starter"] else ""
        cells = [EMPTY for _ in sheet["players"]]
        rows.append({"game": str(number), "starts": brief(starts) if fill == "ready" else "", "cells": cells})
    return [{**row, "strong": False} for row in rows]


def _row(sheet: Mapping[str, Any], line: Mapping[str, Any], names: Mapping[str, str]) -> Row:
    return {
        "game": str(line["number"]),
        "starts": brief(names[line["starter"]]) if line["starter"] else "drawn",
        "cells": [_cell(line, player) for player in sheet["players"]],
    }


def _cell(line: Mapping[str, Any], player: str) -> dict[str, str]:
    left = "won" if player == line["winner"] else str(line["cards_left"].get(player, ""))
    return {"left": left, "wins": str(line["totals"][player])}


def _sum(sheet: Mapping[str, Any], player: str, fill: str) -> dict[str, str]:
    """Games won, boxed at the top, and the cards left of all games where each counted them."""
    if fill != "filled" or not sheet["rounds"]:
        return {"left": "", "total": "", "mark": ""}
    top = player in sheet["rounds"][-1]["leaders"]
    left = "" if sheet["cards_left"] is None else str(sheet["cards_left"][player])
    return {"left": left, "total": str(sheet["totals"][player]), "mark": "top" if top else ""}
