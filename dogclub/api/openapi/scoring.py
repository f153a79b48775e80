"""Schemas and operations for records, entries and sheets of all games, for stateless scoring and for matches."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from dogclub.api.openapi.operation import (
    DECIMAL,
    FILE,
    MATCH_ID,
    NUMBER,
    TEXT,
    TRUTH,
    Json,
    Operation,
    array,
    constant,
    explained,
    in_path,
    nullable,
    object_schema,
    one_of,
    open_object,
    optional,
    query_parameter,
    ref,
    renamed,
)
from scoring import ENGINES
from scoring.records import games, schema

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


def entry_schemas(draft: Json, entry: Json) -> dict[str, Json]:
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
    properties = {**common["properties"], "kind": explained(constant(kind), _games(kind)), "payload": payload}
    return {**common, "properties": properties}


def _games(kind: str) -> str:
    return "Of " + ", ".join(game.name for game in ENGINES if kind in game.entries)


def _either(names: Payloads, what: str) -> Json:
    mapping = {kind: str(ref(f"{pascal(kind)}{what}")["$ref"]) for kind in names}
    choices = [{"$ref": target} for target in mapping.values()]
    return {"oneOf": choices, "discriminator": {"propertyName": "kind", "mapping": mapping}}


# Records and sheets.


SCORING = "Scoring"
SCORES: Json = {"type": "object", "additionalProperties": NUMBER}
CALL_OUT: Json = optional(object_schema(term=TEXT, players=array(TEXT), value=NUMBER), "value")
SHEET_ROUND: Json = open_object(
    object_schema(
        number=NUMBER, points=SCORES, totals=SCORES, leaders=array(TEXT), bottom=array(TEXT), callouts=array(CALL_OUT)
    ),
    "A round; every game adds keys of its own",
)
SHEET: Json = open_object(
    object_schema(
        game=one_of(*(game.key for game in ENGINES)),
        players=array(TEXT),
        rounds=array(ref("SheetRound")),
        totals=SCORES,
        ranking=array(object_schema(place=NUMBER, players=array(TEXT), points=DECIMAL)),
        finished=TRUTH,
        winners=array(TEXT),
        losers=array(TEXT),
        needs=array(open_object(object_schema(what=TEXT, players=array(TEXT)), "What must still be settled")),
        next={"anyOf": [{"type": "object"}, {"type": "null"}], "description": "What is recorded next, or null"},
        warnings=array(open_object(object_schema(code=TEXT, message=TEXT), "Legal but unusual")),
    ),
    "What a record adds up to, by the players’ names; every game adds keys of its own",
)
PLAYOFF_SHEET: Json = object_schema(
    winners_table=array(TEXT),
    losers_table=array(TEXT),
    needs=array({"type": "object"}),
    crossover=TRUTH,
    winners=array(TEXT),
    losers=array(TEXT),
)
FIRST: Json = {
    "record": 1,
    "game": "dirty-dog",
    "players": ["Ann", "Bo", "Cy"],
    "rounds": [{"bids": {"Bo": 0, "Cy": 1, "Ann": 1}, "tricks": {"Bo": 0, "Cy": 1, "Ann": 0}}],
}
SCORE = Operation(
    "score",
    SCORING,
    "Score a record; nothing is kept",
    {200: {"anyOf": [ref("Sheet"), ref("PlayoffSheet")]}},
    (),
    body={"anyOf": [ref("Record"), ref("DirtyDogPlayoff")]},
    example=FIRST,
    public=True,
    words="The sheet that the rules make of a record, as `manage.py score` prints it. Needs no key.",
)
RECORD_SCHEMA = Operation(
    "record_schema",
    SCORING,
    "The JSON Schema of a game’s record",
    {200: explained({"type": "object"}, "A JSON Schema, draft 2020-12")},
    (in_path("game", one_of(*games()), "The key of a game"),),
    public=True,
    words="JSON Schema 2020-12 of what `score` takes for this game. Needs no key.",
)
ARCHIVE_SCHEMA = Operation(
    "archive_schema",
    SCORING,
    "The JSON Schema of the archive of a club",
    {200: explained({"type": "object"}, "A JSON Schema, draft 2020-12")},
    (),
    public=True,
    words="JSON Schema 2020-12 of the file that `archive` makes. Needs no key.",
)


def schemas() -> dict[str, Json]:
    """Return every type of a record under the name of its game: DirtyDogRecord, DirtyDogRound, DirtyDogPlayoff, …"""
    all_schemas: dict[str, Json] = {"Sheet": SHEET, "SheetRound": SHEET_ROUND, "PlayoffSheet": PLAYOFF_SHEET}
    for game in games():
        whole = schema(game)
        parts = whole.pop("$defs")
        names = {part: f"{pascal(game)}{part}" for part in parts}
        del whole["$schema"]
        own_name = (
            pascal(game) if "Record" in parts else f"{pascal(game)}Record"
        )  # the tables of a play-off are records
        all_schemas[own_name] = renamed(whole, "#/$defs/", names)
        all_schemas |= {names[part]: renamed(each, "#/$defs/", names) for part, each in parts.items()}
    records = [ref(f"{pascal(game.key)}Record") for game in ENGINES]
    return {**all_schemas, "Record": {"anyOf": records}}


# Operations on the sheet of a match: as JSON, record, picture, photo and PDF.


SHEETS = "Sheets"
ONE = (MATCH_ID,)
READ_SHEET = Operation(
    "read_sheet",
    SHEETS,
    "The sheet alone",
    {200: ref("Sheet")},
    ONE,
    words="With names, and without what is not public yet.",
)
READ_RECORD = Operation(
    "read_record",
    SHEETS,
    "The open record of the match",
    {200: ref("Record")},
    ONE,
    words="What `score` takes: any program can score it, on any server.",
)
PICTURE = Operation(
    "read_picture",
    SHEETS,
    "The result as a picture",
    {200: FILE},
    ONE,
    (query_parameter("shape", one_of("wide", "square"), "1200 by 630 pixels, or 1080 by 1080"),),
    kind="image/png",
    held=False,
    words="For members, once the match is finished.",
)
READ_PHOTO = Operation(
    "read_photo",
    SHEETS,
    "The photo of the paper sheet",
    {200: FILE},
    ONE,
    kind="image/jpeg",
    words="For members alone, also where the club has opened its sheets. 404 where the match has none.",
)
PUT_PHOTO = Operation(
    "put_photo",
    SHEETS,
    "Keep a photo of the paper sheet with the match",
    {204: None},
    ONE,
    matched=True,
    files=True,
    words="JPEG, PNG or WebP of at most 10 MB, and HEIC where the server reads it. It is turned upright and made "
    "smaller, and everything else in the file is thrown away. It replaces the photo that was there.",
)
REMOVE_PHOTO = Operation(
    "remove_photo",
    SHEETS,
    "Remove the photo of the paper sheet",
    {204: None},
    ONE,
    matched=True,
    words="The history keeps that there was one. Where there is none, nothing happens.",
)
PRINT_SHEET = Operation(
    "print_sheet",
    SHEETS,
    "The sheet on paper",
    {200: FILE},
    ONE,
    (
        query_parameter("fill", one_of("filled", "ready", "blank"), "What is on it"),
        query_parameter(
            "paper", one_of("a4", "letter"), "The size; unless told, that of the country in Accept-Language"
        ),
    ),
    kind="application/pdf",
    held=False,
    words="The PDF of the match page.",
)
