"""The rows of the grid: one for every recorded hand, then one for every hand still planned."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import pgettext

from clubs.language.figures import minus, signed
from games.sheets.text import brief

Row = dict[str, Any]
EMPTY: Row = {"bid": "", "took": "", "points": "", "total": "", "mark": "", "note": "", "set": False}


def rows(sheet: Mapping[str, Any], names: Mapping[str, str], *, recorded: bool) -> list[Row]:
    """Return every row of the sheet; `names` holds the written name of each dealer, `recorded` is false for an empty
    sheet.
    """
    played = [*sheet["rounds"], *_at_table(sheet)] if recorded else []
    grid = [*_played(sheet, played, names), *_planned(sheet, played, names)]
    if recorded and not grid:
        grid = [_totals(sheet)]
    half = (len(sheet["plan"]["cards"]) + 1) // 2
    for row in grid:
        row["strong"] = row["hand"] == str(half) and not row["void"]
    return grid


def _totals(sheet: Mapping[str, Any]) -> Row:
    """Return the one row of a match of which only the totals are recorded."""
    marks = dict.fromkeys(sheet["losers"], "low") | dict.fromkeys(sheet["winners"], "top")
    cells = [
        {**EMPTY, "away": False, "deals": False, "total": minus(sheet["totals"][player]), "mark": marks.get(player, "")}
        for player in sheet["players"]
    ]
    return {"hand": "", "cards": "", "dealer": "", "trump": "", "bids": "", "void": False, "cells": cells}


def _at_table(sheet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the hand being played, once all have bid, as a round without points."""
    step = sheet["next"]
    if step and "bids" in step:
        yield {**step, "tricks": {}, "points": {}, "totals": {}, "trump": None, "bid_total": sum(step["bids"].values())}


def _played(sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[Row]:
    hand = 1
    for at, line in enumerate(played):
        yield {
            "hand": str(hand),
            "cards": str(line["cards"]),
            "dealer": brief(names[line["dealer"]]),
            "trump": line["trump"] or "",
            "bids": str(line["bid_total"]) if line["bids"] else "",
            "void": bool(line.get("void")),
            "cells": [_cell(player, sheet, played, at) for player in sheet["players"]],
        }
        hand += not line.get("void")


def _planned(sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[Row]:
    plan, done = sheet["plan"], sum(not line.get("void") for line in played)
    sitting = sheet["next"]["order"] if played and sheet["next"] else sheet["players"]
    for at in range(done, len(plan["cards"])):
        dealer = plan["dealers"][at]
        yield {
            "hand": str(at + 1),
            "cards": str(plan["cards"][at]),
            "dealer": brief(names[dealer]),
            "trump": "",
            "bids": "",
            "void": False,
            "cells": [
                {**EMPTY, "away": player not in sitting, "deals": dealer == player} for player in sheet["players"]
            ],
        }


def _cell(player: str, sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], at: int) -> Row:
    line = played[at]
    if player not in line["order"]:
        return {**EMPTY, "away": True, "deals": False, **_news(player, sheet, played, at)}
    cell = {**EMPTY, "away": False, "deals": line["dealer"] == player}
    if player in line["bids"]:
        cell["bid"] = str(line["bids"][player])
    if line.get("void"):
        return {**cell, "note": pgettext("narrow cell of a sheet", "void")}
    if player not in line["tricks"]:
        return cell
    return {
        **cell,
        "took": str(line["tricks"][player]),
        "set": not line["made"][player],
        "points": signed(line["points"][player]),
        "total": minus(line["totals"][player]),
        "mark": _mark(player, line),
    }


def _mark(player: str, line: Mapping[str, Any]) -> str:
    top, low = player in line["leaders"], player in line["bottom"]
    return "both" if top and low else "top" if top else "low" if low else ""


def _news(player: str, sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], at: int) -> Row:
    """Return the note of an absent player’s cell: `in` with the starting total before their first hand, `left` after
    their last; {} otherwise.
    """
    orders = [line["order"] for line in (*played, *filter(None, [sheet["next"]]))]
    if at + 1 < len(orders) and player in orders[at + 1]:
        follows = played[at + 1] if at + 1 < len(played) else {"totals": {}, "points": {}}
        carried = follows["totals"].get(player, sheet["totals"][player]) - follows["points"].get(player, 0)
        return {"note": pgettext("sits down, narrow cell of a sheet", "in"), "total": minus(carried)}
    just = player in orders[at - 1] if at else not any(player in order for order in orders)
    return {"note": pgettext("stood up, narrow cell of a sheet", "left")} if just else {}
