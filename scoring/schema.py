"""JSON Schema of every record, out of the same types the records are read into."""

from typing import Any

import msgspec

from scoring import ENGINES, engine
from scoring.dirty_dog.record import Record
from scoring.dirty_dog.tables import GAME, Playoff, Totals

Json = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def games() -> tuple[str, ...]:
    """Every document that has a schema.

    >>> games()[0], games()[-1]
    ('dirty-dog', 'dirty-dog-playoff')
    """
    return (*(game.key for game in ENGINES), GAME)


def schema(game: str) -> Json:
    """The JSON Schema of a game's record; Malformed where there is no such game.

    >>> schema("dirty-dog")["required"]
    ['record', 'game', 'players']
    """
    return _playoff() if game == GAME else _schema(engine(game).form.record)


def _schema(*types: Any) -> Json:
    """The first type's schema with everything it refers to beside it."""
    _, components = msgspec.json.schema_components(types)
    top = components.pop(types[0].__name__)
    found = {"$schema": DIALECT, **top, "$defs": components}
    return msgspec.json.decode(msgspec.json.encode(found), type=Json)


def _playoff() -> Json:
    """A table is a record or only its totals; the type leaves that open so that errors can name the table."""
    found = _schema(Playoff, Record, Totals)
    table = {"anyOf": [{"$ref": "#/$defs/Record"}, {"$ref": "#/$defs/Totals"}]}
    found["properties"]["groups"]["items"] = table
    for key in ("winners_table", "losers_table"):
        found["properties"][key] = {"anyOf": [*table["anyOf"], {"type": "null"}], "default": None}
    return found
