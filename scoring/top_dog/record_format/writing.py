"""Writes seats and entries as a record by names, the reverse of `reading`."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from scoring.record_format.naming import by_name
from scoring.top_dog.entries import Options, Round
from scoring.top_dog.record_format.record import DUMMY

Json = dict[str, Any]


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a match, ready for JSON; where a dummy plays, a player named “dummy” becomes “dummy (player)”."""
    players = [f"{name} (player)" if options.dummy and name == DUMMY else name for name in names[:seats]]
    written_record: Json = {"record": 1, "game": "top-dog", "players": players}
    agreed = _plain(options)
    if "first_arranger" in agreed:
        agreed["first_arranger"] = players[options.first_arranger]
    if agreed:
        written_record["options"] = agreed
    return written_record | {"rounds": [_round(entry, players) for entry in entries if isinstance(entry, Round)]}


def _plain(given: Struct) -> Json:
    return msgspec.json.decode(msgspec.json.encode(given), type=Json)


def _round(entry: Round, names: Sequence[str]) -> Json:
    row = _plain(entry)
    dummy = {} if entry.dummy is None else {DUMMY: row.pop(DUMMY)}
    for key, given in (("won", entry.won), ("cards_taken", entry.cards_taken)):
        if given is not None:
            row[key] = by_name(given, names) | dummy
    if entry.suits:
        row["suits"] = {names[seat]: list(suits) for seat, suits in sorted(entry.suits.items())}
    return row
