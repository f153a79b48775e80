"""Clash of Corgis on paper: game by player on half a page, landscape."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.paper.geometry import LayoutKey
from games.paper.marked import layout_of, marked
from games.sheets.document import Print
from games.sheets.heading import Fact, framed_page
from games.sheets.layout_words import brief, listed, short_names
from scoring.clash_of_corgis import CLASH_OF_CORGIS

# The data of one sheet of Clash of Corgis for its layout, with every text ready to print.


Row = dict[str, Any]
LAYOUT: LayoutKey = "series"
PAPERS = {"a4": "a5", "letter": "us-statement"}  # half the size
COUNTS = {3: gettext_lazy("three"), 5: gettext_lazy("five"), 7: gettext_lazy("seven"), 9: gettext_lazy("nine")}
EMPTY = {"left": "", "wins": ""}


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `series.typ` reads; `fill` is "blank", "ready" or "filled".

    A sheet to write on has marks, by which a photo of it can be read.
    """
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    best_of = sheet["options"]["best_of"]
    facts = [_series(sheet, names, fill)]
    framed = framed_page(document, game="Clash of Corgis", fill=fill, paper=paper, facts=facts, note=_note(best_of))
    grid = _rows(sheet, names, fill)
    if fill != "filled" and (own := layout_of(LAYOUT, len(sheet["players"]), len(grid), paper)):
        count = ngettext("{count} game", "{count} games", own.hands).format(count=own.hands)
        framed["note"] = " ".join((framed["note"], _("Whoever won has 0.")))
        framed["marked"] = marked(own, document, CLASH_OF_CORGIS.version, rows=count, ties=[_("Wins")])
    return framed | {
        "paper": PAPERS[paper],
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "rows": grid,
        "foot": [_sum(sheet, player, fill) for player in sheet["players"]],
        "signs": 2,
    }


def _note(best_of: int) -> str:
    games = _("One game.")
    if best_of > 1:
        games = _("Best of {games}.").format(games=COUNTS.get(best_of, best_of))
    about = _("The winner starts the next game. Left: cards in hand, 1 to 12, for the statistics.")
    return f"{games} {about}"


def _series(sheet: Mapping[str, Any], names: Mapping[str, str], fill: str) -> Fact:
    """Return the games won by the winner and by the second; for a series that goes on, who leads."""
    if fill != "filled" or not sheet["rounds"]:
        return (_("Series"), "")
    first, *others = sheet["ranking"]
    leaders = listed([brief(names[player], 24) for player in first["players"]])
    if len(sheet["winners"]) > 1:
        return (_("Series"), _("{names} share it, {points} each").format(names=leaders, points=first["points"]))
    if sheet["winners"]:
        score = _("{player}, {points} to {other}")
        return (_("Series"), score.format(player=leaders, points=first["points"], other=others[0]["points"]))
    return (_("So far"), _so_far(first, leaders))


def _so_far(first: Mapping[str, Any], leaders: str) -> str:
    level, points = len(first["players"]), first["points"]
    if level > 2:
        return ngettext("{count} player, {points} each", "{count} players, {points} each", level).format(
            count=level, points=points
        )
    words = _("{names}, {points} each") if level > 1 else _("{names}, {points}")
    return words.format(names=leaders, points=points)


def _rows(sheet: Mapping[str, Any], names: Mapping[str, str], fill: str) -> list[Row]:
    """Return a row for every game of the series. Three or four players may need more games than `best_of`, so a series
    that goes on has at least one empty row.
    """
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
        "starts": brief(names[line["starter"]]) if line["starter"] else _("drawn"),
        "cells": [_cell(line, player) for player in sheet["players"]],
    }


def _cell(line: Mapping[str, Any], player: str) -> dict[str, str]:
    left = _("won") if player == line["winner"] else str(line["cards_left"].get(player, ""))
    return {"left": left, "wins": str(line["totals"][player])}


def _sum(sheet: Mapping[str, Any], player: str, fill: str) -> dict[str, str]:
    """Return the games won, boxed at the top, and the cards left in all games where all were counted."""
    if fill != "filled" or not sheet["rounds"]:
        return {"left": "", "total": "", "mark": ""}
    top = player in sheet["rounds"][-1]["leaders"]
    left = "" if sheet["cards_left"] is None else str(sheet["cards_left"][player])
    return {"left": left, "total": str(sheet["totals"][player]), "mark": "top" if top else ""}


PRINTS: tuple[Print, ...] = (
    Print(
        LAYOUT,
        gettext_lazy("Sheet"),
        Path(__file__).parent / "series.typ",
        page,
        gettext_lazy("half a page, game by game"),
    ),
)

__all__ = ["PRINTS"]
