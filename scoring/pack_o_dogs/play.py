"""The fold: how each entry turns one sheet into the next."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed, Rank
from scoring.competition.ranking import places
from scoring.messages import Message, counted
from scoring.pack_o_dogs import base_game, complex_game
from scoring.pack_o_dogs.entries import NAME, Capture, Piles, Round, Shorten
from scoring.pack_o_dogs.sheet import PackSheet


def play(sheet: PackSheet, entry: Struct) -> PackSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.pack_o_dogs import Options, start
    >>> play(start(2, Options()), Round(winner=1, pack=True)).totals
    {0: 0, 1: 2}
    """
    if isinstance(entry, Shorten):
        return _shorten(sheet)
    known = _PLAYS.get(type(entry))
    if known is None:
        raise Malformed("kind", Message("“{kind}” is not an entry of {game}.", kind=type(entry).__name__, game=NAME))
    mode, step = known
    if sheet.options.mode != mode:
        raise Malformed("kind", _OTHER[sheet.options.mode])
    _check_open(sheet)
    return step(sheet, entry)


def _check_open(sheet: PackSheet) -> None:
    """Raise Illegal `round-after-end` where the match is over."""
    if sheet.shortened:
        message = Message("Nothing can follow: the match was stopped by agreement. Undo that to play on.")
        raise Illegal("round-after-end", message, at=sheet.number)
    if sheet.finished:
        message = counted(
            "Nothing can follow: the game is played. Undo the last entry to change it.",
            "Nothing can follow: all {count} games are played. Undo the last entry to change it.",
            sheet.options.games,
        )
        raise Illegal("round-after-end", message, at=sheet.number)


def _shorten(sheet: PackSheet) -> PackSheet:
    """The sheet after both agree to stop; what is scored counts, a log of captures in progress does not (HR-PK-08)."""
    _check_open(sheet)
    if not sheet.lines:
        raise Illegal("shorten", Message("Nothing is scored yet: stop without a result instead."), field="shortened")
    return replace(sheet, shortened=True)


def ranks(sheet: PackSheet) -> tuple[Rank, ...]:
    """The places by points; in a single finished game, rounds decide between tied seats (HR-PK-02)."""
    return places(sheet.totals, sheet.keys)


_OTHER: Mapping[str, Message] = {
    "base": Message("This is the base game: log captures and count the piles, there are no rounds to win."),
    "complex": Message("This is the complex game: write down who won each round, there are no piles to count."),
}
_PLAYS: Mapping[type, tuple[str, Callable[[PackSheet, Any], PackSheet]]] = {
    Round: ("complex", complex_game.win),
    Capture: ("base", base_game.capture),
    Piles: ("base", base_game.count),
}
