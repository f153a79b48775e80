"""Records and sheets of the five games, for the stateless door and for matches."""

from typing import Any

from dogclub.api.openapi.operation import Operation, in_path
from dogclub.api.openapi.terms import (
    DECIMAL,
    NUMBER,
    TEXT,
    TRUTH,
    Json,
    about,
    at_times,
    loose,
    many,
    one_of,
    ref,
    thing,
)
from scoring import ENGINES, schema

SCORING = "Scoring"
SCORES: Json = {"type": "object", "additionalProperties": NUMBER}
CALL_OUT: Json = at_times(thing(term=TEXT, players=many(TEXT), value=NUMBER), "value")
SHEET_ROUND: Json = loose(
    thing(number=NUMBER, points=SCORES, totals=SCORES, leaders=many(TEXT), bottom=many(TEXT), callouts=many(CALL_OUT)),
    "A round; every game adds keys of its own",
)
SHEET: Json = loose(
    thing(
        game=one_of(*(game.key for game in ENGINES)),
        players=many(TEXT),
        rounds=many(ref("SheetRound")),
        totals=SCORES,
        ranking=many(thing(place=NUMBER, players=many(TEXT), points=DECIMAL)),
        finished=TRUTH,
        winners=many(TEXT),
        losers=many(TEXT),
        needs=many(loose(thing(what=TEXT, players=many(TEXT)), "What must still be settled")),
        next={"anyOf": [{"type": "object"}, {"type": "null"}], "description": "What is recorded next, or null"},
        warnings=many(loose(thing(code=TEXT, message=TEXT), "Legal but unusual")),
    ),
    "What a record adds up to, by the players’ names; every game adds keys of its own",
)
PLAYOFF_SHEET: Json = thing(
    winners_table=many(TEXT),
    losers_table=many(TEXT),
    needs=many({"type": "object"}),
    crossover=TRUTH,
    winners=many(TEXT),
    losers=many(TEXT),
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
    body={"anyOf": [ref("Record"), ref("DirtyDogPlayoffRecord")]},
    example=FIRST,
    public=True,
)
RECORD_SCHEMA = Operation(
    "record_schema",
    SCORING,
    "The JSON Schema of a game’s record",
    {200: about({"type": "object"}, "A JSON Schema, draft 2020-12")},
    (in_path("game", one_of(*schema.games()), "The key of a game"),),
    public=True,
)


def name_of(game: str) -> str:
    """`dirty-dog` is told as DirtyDog."""
    return "".join(word.capitalize() for word in game.split("-"))


def schemas() -> dict[str, Json]:
    """Every record type under the name of its game: DirtyDogRecord, DirtyDogRound, …"""
    all_schemas: dict[str, Json] = {"Sheet": SHEET, "SheetRound": SHEET_ROUND, "PlayoffSheet": PLAYOFF_SHEET}
    for game in schema.games():
        whole = schema.schema(game)
        prefix = name_of(game)
        parts = whole.pop("$defs")
        del whole["$schema"]
        all_schemas[f"{prefix}Record"] = _named(whole, prefix)
        all_schemas |= {f"{prefix}{part}": _named(each, prefix) for part, each in parts.items()}
    records = [ref(f"{name_of(game.key)}Record") for game in ENGINES]
    return {**all_schemas, "Record": {"anyOf": records}}


def _named(value: Any, prefix: str) -> Any:
    """The same schema with its references led to where the parts are now."""
    if isinstance(value, dict):
        return {key: _led(each, prefix) if key == "$ref" else _named(each, prefix) for key, each in value.items()}
    return [_named(each, prefix) for each in value] if isinstance(value, list) else value


def _led(target: str, prefix: str) -> str:
    return str(ref(prefix + target.removeprefix("#/$defs/"))["$ref"])
