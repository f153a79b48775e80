"""Reads records by names into seats and entries, and writes them back; the engine checks the rules."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from scoring.base import Malformed, RuleError
from scoring.clash_of_corgis.entries import Game, Options, Shorten
from scoring.clash_of_corgis.record_format.record import Record, RecordGame
from scoring.messages import Message
from scoring.record_format.naming import Names, by_name
from scoring.record_format.strict import shape

Json = dict[str, Any]


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    first = record.options.first_starter
    try:
        starter = None if first is None else names.seat(first, "first_starter")
        entries = list(_games(record.rounds, names)) + [Shorten()] * record.finish.shortened
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, len(names.list), Options(record.options.best_of, starter), entries


def _games(rounds: Sequence[RecordGame], names: Names) -> Iterator[Struct]:
    for number, given in enumerate(rounds, 1):
        try:
            yield Game(_winner(given.winner, names), names.seats(given.cards_left, "cards_left"))
        except RuleError as error:
            error.round = number
            raise


def _winner(name: str, names: Names) -> int:
    if name not in names.at:
        message = Message(
            "{player} is not among the players, so cannot have won: check how the name is spelt.", player=name
        )
        raise Malformed("winner", message, player=name, field="winner")
    return names.seat(name, "winner")


def write(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a series, ready for JSON; `names` by seat, options left out where they are the default."""
    written_record: Json = {"record": 1, "game": "clash-of-corgis", "players": list(names[:seats])}
    agreed: Json = {} if options.best_of == Options().best_of else {"best_of": options.best_of}
    if options.first_starter is not None:
        agreed["first_starter"] = names[options.first_starter]
    if agreed:
        written_record["options"] = agreed
    written = list(entries)
    rounds = [_game(entry, names) for entry in written if isinstance(entry, Game)]
    stopped = any(isinstance(entry, Shorten) for entry in written)
    return written_record | {"rounds": rounds} | ({"finish": {"shortened": True}} if stopped else {})


def _game(entry: Game, names: Sequence[str]) -> Json:
    row: Json = {"winner": names[entry.winner]}
    return row | {"cards_left": by_name(entry.cards_left, names)} if entry.cards_left else row
