"""Schemas of entries by kind: one type each for the payload, the draft and the entry of a kind.

A kind that several games have is one type, whose payload is that of any of these games.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from dogclub.api.openapi.terms import (
    Json,
    constant,
    described,
    nullable,
    ref,
    renamed,
)
from scoring import ENGINES

Payloads = Mapping[str, Sequence[str]]


def pascal(key: str) -> str:
    """Return the key of a game or a kind as a type name.

    >>> pascal("house-values")
    'HouseValues'
    """
    return "".join(word.capitalize() for word in key.split("-"))


def kinds() -> dict[str, list[str]]:
    """Return the keys of the games that have each kind.

    >>> kinds()["bids"], len(kinds()["round"])
    (['dirty-dog'], 2)
    """
    found: dict[str, list[str]] = {}
    for game in ENGINES:
        for kind in game.entries:
            found.setdefault(kind, []).append(game.key)
    return found


def schemas(draft: Json, entry: Json) -> dict[str, Json]:
    """Return the schema of every payload, draft and entry by name; `draft` and `entry` are what all kinds have in
    common.
    """
    payloads, names = _payloads()
    drafts = {f"{pascal(kind)}Draft": _typed(draft, kind, names[kind], "takes the line back") for kind in names}
    entries = {f"{pascal(kind)}Entry": _typed(entry, kind, names[kind], "undone, or hidden") for kind in names}
    return {**payloads, **drafts, **entries, "DraftIn": _either(names, "Draft"), "Entry": _either(names, "Entry")}


def _payloads() -> tuple[dict[str, Json], Payloads]:
    """Return the schema of every payload and what it refers to, by name, and the names of the payloads of each kind."""
    all_schemas: dict[str, Json] = {}
    names: dict[str, list[str]] = {kind: [] for kind in kinds()}
    for game in ENGINES:
        _, parts = msgspec.json.schema_components(tuple(game.entries.values()))
        plain = msgspec.json.decode(msgspec.json.encode(parts), type=dict[str, Any])
        called = {part: f"{pascal(game.key)}{part}" for part in plain}
        called |= {each.__name__: _payload_name(game.key, kind) for kind, each in game.entries.items()}
        all_schemas |= {called[part]: renamed(each, "#/$defs/", called) for part, each in plain.items()}
        for kind, each in game.entries.items():
            names[kind].append(called[each.__name__])
    return all_schemas, names


def _payload_name(game: str, kind: str) -> str:
    return f"{pascal(game) if len(kinds()[kind]) > 1 else ''}{pascal(kind)}Payload"


def _typed(common: Json, kind: str, payloads: Sequence[str], without: str) -> Json:
    choices: Json = ref(payloads[0]) if len(payloads) == 1 else {"anyOf": [ref(each) for each in payloads]}
    payload = nullable(choices, f"Null: {without}")
    properties = {**common["properties"], "kind": described(constant(kind), _games(kind)), "payload": payload}
    return {**common, "properties": properties}


def _games(kind: str) -> str:
    return "Of " + ", ".join(game.name for game in ENGINES if kind in game.entries)


def _either(names: Payloads, what: str) -> Json:
    mapping = {kind: str(ref(f"{pascal(kind)}{what}")["$ref"]) for kind in names}
    choices = [{"$ref": target} for target in mapping.values()]
    return {"oneOf": choices, "discriminator": {"propertyName": "kind", "mapping": mapping}}
