"""The rows of the grid: one for every recorded round, then empty ones to continue by hand."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubs.language.figures import minus, signed
from scoring.top_dog import Options
from scoring.top_dog.hands import arranger, cycle

Row = dict[str, Any]
LEAST = 16
TO_COME = 4  # empty rows after the last round of a match that goes on


def rows(sheet: Mapping[str, Any], options: Options, *, fill: str) -> list[Row]:
    """Return every row of the sheet; under variation 2 whole cycles, with a heavy rule below each."""
    played = sheet["rounds"] if fill == "filled" else []
    seats, over = len(sheet["players"]), fill == "filled" and sheet["finished"]
    together = cycle(seats, options)
    count = -(-max(LEAST, len(played) + (0 if over else TO_COME)) // together) * together
    grid = [_row(sheet, options, number, played) for number in range(1, count + 1)]
    for number, row in enumerate(grid, 1):
        row["strong"] = together > 1 and number % together == 0 and number < count
        row["box"] = number > len(played) and not over
    return grid


def _row(sheet: Mapping[str, Any], options: Options, number: int, played: Any) -> Row:
    line = played[number - 1] if number <= len(played) else None
    turn = arranger(len(sheet["players"]), options, number)
    return {
        "round": str(number),
        "cells": [_cell(player, line, arranges=seat == turn) for seat, player in enumerate(sheet["players"])],
        "tied": _("tied") if line and line["last_hand_tied"] else "",
        "dummy": str(line["won"]["dummy"]) if line and options.dummy else "",
    }


def _cell(player: str, line: Mapping[str, Any] | None, *, arranges: bool) -> Row:
    if line is None:
        return {"won": "", "against": "", "total": "", "mark": "", "arranges": arranges}
    bonus = line.get("against", {}).get(player)
    return {
        "won": str(line["won"][player]),
        "against": "" if bonus is None else signed(bonus) if bonus else "±0",
        "total": minus(line["totals"][player]),
        "mark": "top" if player in line["leaders"] else "",
        "arranges": arranges,
    }
