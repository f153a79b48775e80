"""Dogs of War on paper: the battles of four years, the final tally and the house track on one page."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from games.sheets.document import Print
from games.sheets.heading import Fact, framed_page
from games.sheets.layout_words import brief, framed, listed, short_names
from scoring.dogs_of_war import Options
from scoring.dogs_of_war.battle import CAPTAINS, TRACK, glory, start_value
from scoring.dogs_of_war.record import RecordOptions, options_of
from scoring.dogs_of_war.sheet import YEARS
from scoring.record_format.parts import Names
from scoring.record_format.strict import shape

# The lower half of the tally pad: the final tally row by row, and the track of the house values.


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


# The years as rows of the pad: the houses, the tracker’s final position, captains on either side, the VP they won.


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


# The data of one tally pad for its layout, with every text ready to print.


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `war.typ` reads; `fill` is "blank", "ready" or "filled"."""
    sheet, labels = document["sheet"], document["labels"]
    agreed = options_of(shape(sheet["options"], RecordOptions), Names(sheet["players"]))
    names = {**short_names(sheet["players"]), **labels["short"]}
    filled = fill == "filled"
    facts = _results(sheet, names) if filled else [(_("Winner"), "")]
    note = _note(agreed)
    return framed_page(document, game="Dogs of War", fill=fill, paper=paper, facts=facts, note=note) | {
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "years": years(sheet, agreed, recorded=filled),
        "tally": tally(sheet, dict.fromkeys(names, "") if fill == "blank" else names, counted=filled),
        "values": values(sheet, agreed, recorded=filled),
    }


def _results(sheet: Mapping[str, Any], names: Mapping[str, str]) -> list[Fact]:
    """Return who has won, or how many years are played."""
    winners = sheet["winners"]
    if winners:
        text = f"{listed([names[player] for player in winners])}, {minus(sheet['totals'][winners[0]])}"
        return [(ngettext("Winner", "Winners", len(winners)), text)]
    years = _("{count} of {years} years").format(count=len(sheet["rounds"]), years=YEARS)
    return [(_("Winner"), "")] if sheet["finished"] else [(_("Played"), years)]


def _note(agreed: Options) -> str:
    words = _(
        "L, R: captains for the left and right house. Winner’s house +1; from {value} on +2, the loser −1. Each "
        "supporter of the winner: 1 VP a captain against him. Year 4: bonus 3 VP."
    )
    if glory(agreed) == TRACK:
        words = _(
            "L, R: captains for the left and right house. Winner’s house +1; on {value} +2, the loser −1. Each "
            "supporter of the winner: 1 VP a captain against him. Year 4: bonus 3 VP."
        )
    return words.format(value=glory(agreed))


PRINTS: tuple[Print, ...] = (Print("pad", gettext_lazy("The tally pad"), Path(__file__).parent / "war.typ", page),)

__all__ = ["PRINTS"]
