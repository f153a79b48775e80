"""Writes seats and entries as a record by names, the reverse of `reading`."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from scoring.pack_o_dogs.entries import Capture, Options, Piles, Round, Shorten
from scoring.record_format.naming import by_name

Json = dict[str, Any]
Entry: TypeAlias = Round | Capture | Piles | Shorten


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Entry]) -> Json:
    """The record of a match, ready for JSON; captures are in the round of the piles they belong to."""
    written_record: Json = {"record": 1, "game": "pack-o-dogs", "players": list(names[:seats])}
    agreed = _plain(options)
    if agreed:
        written_record["options"] = agreed
    written = list(entries)
    rounds = _rounds(names, [entry for entry in written if not isinstance(entry, Shorten)])
    stopped = any(isinstance(entry, Shorten) for entry in written)
    return written_record | {"rounds": rounds} | ({"finish": {"shortened": True}} if stopped else {})


def _rounds(names: Sequence[str], entries: Iterable[Round | Capture | Piles]) -> list[Json]:
    rounds: list[Json] = []
    captures: list[Json] = []
    for entry in entries:
        match entry:
            case Round():
                rounds.append(_named(entry, names))
            case Capture():
                captures.append(_named(entry, names))
            case _:
                rounds.append(_logged(captures) | {"piles": by_name(entry.piles, names)})
                captures = []
    return [*rounds, _logged(captures)] if captures else rounds


def _logged(captures: list[Json]) -> Json:
    return {"captures": captures} if captures else {}


def _named(entry: Round | Capture, names: Sequence[str]) -> Json:
    return _plain(entry) | {"winner": names[entry.winner]}


def _plain(entry: Struct) -> Json:
    return msgspec.json.decode(msgspec.json.encode(entry), type=Json)
