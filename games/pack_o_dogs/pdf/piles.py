"""Base games as rows of the sheet: a pile and a total for each player, and space for tally strokes."""

from collections.abc import Mapping
from typing import Any


def rows(sheet: Mapping[str, Any], games: int) -> list[dict[str, Any]]:
    """Return a row for every game of the match; games still to come are empty."""
    players, step = sheet["players"], sheet["next"]
    lines = [*sheet["rounds"], *([step] if step and "captured" in step else [])]
    lines += [{}] * (games - len(lines))
    return [
        {"game": str(number), "cells": [_cell(line, player) for player in players]}
        for number, line in enumerate(lines, 1)
    ]


def _cell(line: Mapping[str, Any], player: str) -> dict[str, str]:
    """Return the number of cards by the log, the counted pile, and the total."""
    return {
        "captured": _figure(line, "captured", player),
        "pile": _figure(line, "points", player),
        "total": _figure(line, "totals", player),
        "mark": "top" if player in line.get("leaders", ()) else "",
    }


def _figure(line: Mapping[str, Any], key: str, player: str) -> str:
    return str(line[key][player]) if key in line else ""
