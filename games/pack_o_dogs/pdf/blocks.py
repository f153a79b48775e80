"""The games of the complex mode as blocks of the sheet: the factors of each round above the points of each player."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.pack_o_dogs.worth import MOST_ROUNDS, late

Block = dict[str, Any]


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
                "result": _result(game, names),
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


def _result(game: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
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
