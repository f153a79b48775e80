"""JSON Schemas of the records of all games, generated from the types that records are read into."""

from typing import Any

import msgspec

from scoring import ENGINES, PLAYOFFS, engine
from scoring.base import PlayoffForm

Json = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def games() -> tuple[str, ...]:
    """The keys of every document that has a schema: all games, then all play-offs.

    >>> games()[0], games()[-1]
    ('dirty-dog', 'dirty-dog-playoff')
    """
    return (*(game.key for game in ENGINES), *(playoff.key for playoff in PLAYOFFS.values()))


def schema(game: str) -> Json:
    """The JSON Schema of a game's record or play-off; raise Malformed where there is no such game.

    >>> schema("dirty-dog")["required"]
    ['record', 'game', 'players']
    """
    return _playoff(PLAYOFFS[game]) if game in PLAYOFFS else _schema(engine(game).record_format.record)


def _schema(*types: Any) -> Json:
    """The first type's schema, with all given types and those they refer to under `$defs`."""
    _, components = msgspec.json.schema_components(types)
    top = components.pop(types[0].__name__)
    schema = {"$schema": DIALECT, **top, "$defs": components}
    return msgspec.json.decode(msgspec.json.encode(schema), type=Json)


def _playoff(form: PlayoffForm) -> Json:
    """The schema of a play-off. Its document type leaves open which of `tables` a table is, so that errors can name the
    table; the alternatives are added here.
    """
    schema = _schema(form.document, *form.tables)
    choices = [{"$ref": f"#/$defs/{each.__name__}"} for each in form.tables]
    schema["properties"]["groups"]["items"] = {"anyOf": choices}
    for key in form.final_tables:
        schema["properties"][key] = {"anyOf": [*choices, {"type": "null"}], "default": None}
    return schema
