"""Pack o’ Dogs on paper: three complex games per page, or a list of base games with space for tally strokes.

A match is printed on the sheet of its own mode; the choice between the two is for blank sheets.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.paper.geometry import LayoutKey
from games.paper.marked import layout_of, marked
from games.sheets.document import Print
from games.sheets.heading import Fact, framed_page
from games.sheets.layout_words import listed, short_names
from scoring.pack_o_dogs import PACK_O_DOGS
from scoring.pack_o_dogs.sheet import MOST_ROUNDS, Options, late

# The games of the complex mode as blocks of the sheet: the factors of each round above the points of each player.


Block = dict[str, Any]
LAYOUT: LayoutKey = "base"


def blocks(sheet: Mapping[str, Any], names: Mapping[str, str], games: int) -> list[Block]:
    """Return a block for every game of the match; games still to come are empty."""
    carried = dict.fromkeys(sheet["players"], 0)
    page_blocks = []
    for number in range(1, games + 1):
        lines = [line for line in sheet["rounds"] if line["game"] == number]
        game = sheet["games"][number - 1] if number <= len(sheet["games"]) else None
        rows = [_row(player, lines, game, carried) for player in sheet["players"]]
        page_blocks.append(
            {
                "title": _("Game {number}").format(number=number),
                "rows": rows,
                **_sums(lines),
                "result": _block_result(game, names),
            }
        )
        carried = lines[-1]["totals"] if lines else carried
    return page_blocks


def _sums(lines: Sequence[Mapping[str, Any]]) -> Block:
    """Return the factors of each round; those of the late rounds are known, and printed, in advance."""
    empty = [""] * (MOST_ROUNDS - len(lines))
    return {
        "base": [str(line["base"]) for line in lines] + empty,
        "streak": [f"× {line['streak']}" for line in lines] + empty,
        "late": [f"× {late(at)}" if late(at) > 1 else "" for at in range(1, MOST_ROUNDS + 1)],
    }


def _row(
    player: str, lines: Sequence[Mapping[str, Any]], game: Mapping[str, Any] | None, carried: Mapping[str, int]
) -> dict[str, Any]:
    """Return the points of one player round by round; sums only for a finished game."""
    brought = [str(line["points"][player] or "") for line in lines]
    return {
        "points": brought + [""] * (MOST_ROUNDS - len(brought)),
        "carried": str(carried[player]) if lines else "",
        "game": str(game["points"][player]) if game else "",
        "total": str(lines[-1]["totals"][player]) if game else "",
        "mark": "top" if game and player in lines[-1]["leaders"] else "",
    }


def _block_result(game: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
    if game is None:
        return ""
    words = _("{player} on rounds, {score}") if game["decided_by"] == "rounds" else _("{player}, {score}")
    return words.format(player=names[game["winner"]], score=score(game["points"]))


def score(points: Mapping[str, int]) -> str:
    """`36 to 32`, the higher first; `9 all`."""
    more, less = sorted(points.values(), reverse=True)
    if more == less:
        return _("{points} all").format(points=more)
    return _("{points} to {other}").format(points=more, other=less)


# Base games as rows of the sheet: a pile and a total for each player, and space for tally strokes.


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


# The data of one sheet of Pack o’ Dogs for its layout, with every text ready to print.


NOTES = {
    "complex": gettext_lazy(
        "Points = base × streak × late. Four rounds end a game; the higher points win it. Level points: to the player "
        "with four rounds."
    ),
    "base": gettext_lazy(
        "A stroke for each card captured: one a turn, three with a pack, none for a low cat. Level piles share."
    ),
}
SHORT_NOTES = {
    "complex": gettext_lazy("Points = base × streak × late. Four rounds end a game; the higher points win it."),
    "base": gettext_lazy("A stroke for each card captured: one a turn, three with a pack, none for a low cat."),
}
BLANK = {"complex": 3, "base": 8}  # HR-PK-04: three complex games make a match


def page(document: Mapping[str, Any], *, mode: str, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `pack.typ` reads; `fill` is "blank", "ready" or "filled", `mode` that of a blank sheet.

    A sheet of base games to write on has marks, by which a photo of it can be read.
    """
    sheet, labels = document["sheet"], document["labels"]
    names = {**short_names(sheet["players"]), **labels["short"]}
    drawn = mode if fill == "blank" else sheet["options"]["mode"]
    games = BLANK[drawn] if fill == "blank" else sheet["options"]["games"]
    shown = sheet if fill == "filled" else {**sheet, "rounds": [], "games": [], "next": None}
    note = str((NOTES if fill == "blank" else SHORT_NOTES)[drawn])
    facts = [_result(shown, names)]
    players = ["" if fill == "blank" else player for player in sheet["players"]]
    framed = framed_page(document, game="Pack o’ Dogs", fill=fill, paper=paper, facts=facts, note=note) | {
        "mode": drawn,
        "players": players,
        "blocks": blocks(shown, names, games) if drawn == "complex" else [],
        "rows": rows(shown, games) if drawn == "base" else [],
    }
    own = layout_of(LAYOUT, len(players), games, paper) if drawn == LAYOUT and fill != "filled" else None
    if own:
        count = ngettext("{count} game", "{count} games", games).format(count=games)
        framed |= {"seats": players, "marked": marked(own, document, PACK_O_DOGS.version, rows=count)}
    return framed


def _result(sheet: Mapping[str, Any], names: Mapping[str, str]) -> Fact:
    if not sheet["rounds"]:
        return _("Match to"), ""
    leaders = sheet["winners"] or sheet["ranking"][0]["players"]
    who = listed([names[player] for player in leaders])
    text = _("{names}, {score}").format(names=who, score=score(sheet["totals"]))
    return _("Match to") if sheet["finished"] else _("So far"), text


TEMPLATE = Path(__file__).parent / "pack.typ"


def _is(options: Options, *, mode: str) -> bool:
    """Whether the match has this mode; each mode has its own sheet."""
    return options.mode == mode


PRINTS: tuple[Print, ...] = (
    Print(
        "complex",
        gettext_lazy("Complex game"),
        TEMPLATE,
        partial(page, mode="complex"),
        suits=partial(_is, mode="complex"),
    ),
    Print("base", gettext_lazy("Base game"), TEMPLATE, partial(page, mode="base"), suits=partial(_is, mode="base")),
)

__all__ = ["PRINTS"]
