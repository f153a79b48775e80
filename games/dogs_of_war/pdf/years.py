"""The years as rows of the pad: the houses, the tracker’s final position, captains on either side, the VP they won."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.sheets.text import framed
from scoring.dogs_of_war import Options
from scoring.dogs_of_war.years.year import CAPTAINS

Row = dict[str, Any]


def years(sheet: Mapping[str, Any], agreed: Options, *, recorded: bool) -> list[Row]:
    """Return all four years, with empty cells for what is not recorded. A year in progress has its battles without
    their VP.
    """
    fights, played = len(agreed.houses) // 2, [line["battles"] for line in sheet["rounds"]] if recorded else []
    closed = len(played)
    if recorded and sheet["next"]:
        played.append(sheet["next"].get("battles", []))
    return [
        {
            "number": str(number),
            "captains": _("{captains} capt.").format(captains=captains),
            "battles": [
                _battle(sheet["players"], battle, won=number <= closed)
                for battle in [*(played[number - 1] if number <= len(played) else []), *[None] * fights][:fights]
            ],
        }
        for number, captains in enumerate(CAPTAINS, 1)
    ]


def _battle(players: list[str], battle: Mapping[str, Any] | None, *, won: bool) -> Row:
    if battle is None:
        return {"houses": ["", ""], "tracker": "", "cells": [["", "", ""]] * len(players)}
    left, right = battle["houses"]
    sides = battle["captains"]
    return {
        "houses": [left, right],
        "tracker": _tracker(battle) if battle.get("recorded", won) else "",
        "cells": [
            [
                _figure(sides[left].get(player)),
                _figure(sides[right].get(player)),
                _figure(battle["vp"].get(player) if won else None),
            ]
            for player in players
        ],
    }


def _tracker(battle: Mapping[str, Any]) -> str:
    """Return how far the tracker ended, and for which house; an exclamation mark marks a glorious victory."""
    if battle["victor"] is None:
        return _("0, both lost")
    glory = " !" if battle["outcome"] == "glorious" else ""
    return f"{abs(battle['tracker'])} {framed(battle['victor'])}{glory}"


def _figure(number: int | None) -> str:
    return str(number) if number else ""
