"""Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from scoring.base import Malformed, RuleError
from scoring.messages import Message
from scoring.pack_o_dogs.entries import Capture, Options, Piles, Round, Shorten
from scoring.pack_o_dogs.record_format.record import Record, RecordedRound
from scoring.record_format.naming import Names
from scoring.record_format.strict import shape

COMPLEX = ("winner", "pack", "turns", "treat")
BASE = ("piles", "captures")


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    options = Options(mode=record.options.mode, games=record.options.games)
    entries = [*_rounds(record.rounds, options, names)]
    return names.list, len(names.list), options, entries + [Shorten()] * record.finish.shortened


def _rounds(rounds: Sequence[RecordedRound], options: Options, names: Names) -> Iterator[Struct]:
    for number, recorded in enumerate(rounds, 1):
        try:
            if options.mode == "complex":
                yield _round(recorded, names)
            else:
                yield from _game(recorded, names, last=number == len(rounds))
        except RuleError as error:
            error.round = number
            error.name_players(names.list)
            raise


def _round(recorded: RecordedRound, names: Names) -> Round:
    for key in _given(recorded, BASE):
        message = Message("The key “{key}” is not known in a round of the complex game: leave it out.", key=key)
        raise Malformed("unknown-key", message, field=key)
    if recorded.winner is None or recorded.pack is None:
        raise _missing("winner" if recorded.winner is None else "pack")
    return Round(_winner(recorded.winner, names), recorded.pack, recorded.turns, recorded.treat)


def _game(recorded: RecordedRound, names: Names, *, last: bool) -> Iterator[Struct]:
    """Yield the entries of a base game; only the last one may still be in progress."""
    for key in _given(recorded, COMPLEX):
        message = Message("The key “{key}” is not known in the base game: leave it out.", key=key)
        raise Malformed("unknown-key", message, field=key)
    for taken in recorded.captures:
        yield Capture(_winner(taken.winner, names), taken.pack, taken.low_cat, taken.treat)
    if recorded.piles is not None:
        yield Piles(names.seats(recorded.piles, "piles"))
    elif not (last and recorded.captures):
        raise _missing("piles")


def _winner(name: str, names: Names) -> int:
    if name not in names.at:
        message = Message("{player} is not one of the two players: check how the name is spelt.", player=name)
        raise Malformed("winner", message, player=name, field="winner")
    return names.seat(name, "winner")


def _given(recorded: RecordedRound, keys: Sequence[str]) -> Iterator[str]:
    return (key for key in keys if getattr(recorded, key) not in (None, False, ()))


def _missing(key: str) -> Malformed:
    return Malformed("malformed", Message("The key “{key}” is missing.", key=key), field=key)
