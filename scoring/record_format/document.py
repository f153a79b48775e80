"""The types that the records of all games share; the JSON is read into them and the JSON Schema made from them."""

from typing import Annotated

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, description="A player's name, unique after Unicode NFC")]
Numbers = Annotated[dict[str, int], Meta(description="A whole number for each player")]


class Document(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of a record: unknown keys are errors."""
