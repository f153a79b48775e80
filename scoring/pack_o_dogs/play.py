"""The fold: how each entry turns one sheet into the next."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from scoring.base import Illegal, Malformed, Rank
from scoring.pack_o_dogs import base_game, complex_game
from scoring.pack_o_dogs.entries import Capture, Piles, Round
from scoring.pack_o_dogs.sheet import PackSheet
from scoring.ranking import places


def play(sheet: PackSheet, entry: Struct) -> PackSheet:
    """The sheet after one more entry, or a RuleError that says what to do instead.

    >>> from scoring.pack_o_dogs import Options, start
    >>> play(start(2, Options()), Round(winner=1, pack=True)).totals
    {0: 0, 1: 2}
    """
    found = _PLAYS.get(type(entry))
    if found is None:
        raise Malformed("kind", f"“{type(entry).__name__}” is not an entry of Pack o’ Dogs.")
    mode, step = found
    if sheet.options.mode != mode:
        raise Malformed("kind", _OTHER[sheet.options.mode])
    if sheet.finished:
        games = "the game is" if sheet.options.games == 1 else f"all {sheet.options.games} games are"
        message = f"Nothing can follow: {games} played. Undo the last entry to change it."
        raise Illegal("round-after-end", message, at=sheet.number)
    return step(sheet, entry)


def ranks(sheet: PackSheet) -> tuple[Rank, ...]:
    """The places so far, by points; for good, rounds decide between level points (HR-PK-02)."""
    return places(sheet.totals, sheet.keys)


_OTHER: Mapping[str, str] = {
    "base": "This is the base game: log captures and count the piles, there are no rounds to win.",
    "complex": "This is the complex game: write down who won each round, there are no piles to count.",
}
_PLAYS: Mapping[type, tuple[str, Callable[[PackSheet, Any], PackSheet]]] = {
    Round: ("complex", complex_game.win),
    Capture: ("base", base_game.capture),
    Piles: ("base", base_game.count),
}
