"""The lower half of the tally pad: the final tally row by row, and the track of the house values."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.figures import minus
from games.sheets.text import brief
from scoring.dogs_of_war import Options
from scoring.dogs_of_war.sheet import YEARS
from scoring.dogs_of_war.variants import start_value

ROWS = (
    ("vp", gettext_lazy("VP tokens")),
    ("influence", gettext_lazy("Influence × value")),
    ("support", gettext_lazy("Support, 2 tokens")),
    ("coins", gettext_lazy("Coins, 1 for 2")),
    ("cards", gettext_lazy("Cards left")),
    ("adjust", gettext_lazy("Adjusted")),
)


def tally(sheet: Mapping[str, Any], names: Mapping[str, str], *, counted: bool) -> dict[str, Any]:
    """Return the rows of the tally; figures appear only once every tally is in, and the highest total is boxed."""
    breakdown = sheet["breakdown"] if counted else {}
    return {
        "names": [brief(names[player]) for player in sheet["players"]],
        "rows": [
            {"label": str(label), "cells": [_row(breakdown, player, key) for player in sheet["players"]]}
            for key, label in ROWS
        ],
        "totals": [
            {
                "total": _row(breakdown, player, "total"),
                "mark": "top" if player in sheet["winners"] and breakdown else "",
            }
            for player in sheet["players"]
        ],
    }


def _row(breakdown: Mapping[str, Mapping[str, int]], player: str, key: str) -> str:
    return minus(breakdown[player][key]) if player in breakdown else ""


def values(sheet: Mapping[str, Any], agreed: Options, *, recorded: bool) -> dict[str, Any]:
    """Return every value a house may reach (DW-51, HR-DW-11), and where its token is: an index of the track, -1 where
    it is not recorded.
    """
    start = start_value(agreed)
    done = len(sheet["rounds"]) if recorded else 0
    known = bool(done) or (recorded and sheet["finished"])
    end = YEARS if sheet["finished"] else done
    stand = sheet["house_values"].values() if known else ()
    track = range(min([start - YEARS, *stand]), max([start + 2 * YEARS, *stand]) + 1)
    words = _("filled: the end of year {year}") if known else _("cross out as it moves; all start at {value}")
    return {
        "head": words.format(year=end, value=minus(start)),
        "track": [minus(value) for value in track],
        "rows": [
            {"house": house, "at": track.index(sheet["house_values"][house]) if known else -1}
            for house in agreed.houses
        ],
    }
