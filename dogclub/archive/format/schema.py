"""The JSON Schema of an archive, generated from the types of its lines.

It describes the archive as one object: each member by its name, a `.jsonl` member as the list of its lines.
"""

from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields

from dogclub.archive.format.lines import Cover, Line
from dogclub.archive.format.members import COVER, MEMBERS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """Return the whole schema.

    >>> list(schema()["properties"])[:2]
    ['archive.json', 'players.jsonl']
    """
    types: list[type[Line]] = [Cover, *(member.of for member in MEMBERS)]
    references, parts = msgspec.json.schema_components([_described(each) for each in types], ref_template=DEFINITIONS)
    lines = {
        member.name: {"type": "array", "items": reference, "maxItems": member.most}
        for member, reference in zip(MEMBERS, references[1:], strict=True)
    }
    properties = {COVER: references[0], **lines}
    whole = {
        "$schema": DIALECT,
        "title": "Archive of a club",
        "type": "object",
        "properties": properties,
        "required": [COVER, *(member.name for member in MEMBERS if not member.may_be_missing)],
        "additionalProperties": False,
        "$defs": parts,
    }
    return msgspec.json.decode(msgspec.json.encode(whole), type=dict[str, Any])


def _described(line: type[Line]) -> type[msgspec.Struct]:
    """Return the same type with raw fields as plain objects, since msgspec cannot describe the default of `Raw`."""
    told = [_field(each) for each in fields(line)]
    options: dict[str, Any] = {"kw_only": True, "forbid_unknown_fields": True, "namespace": {"__doc__": line.__doc__}}
    return msgspec.defstruct(line.__name__, told, **options)


def _field(field: FieldInfo) -> Any:
    if field.type is msgspec.Raw:
        return field.name, dict[str, Any] | None, None
    if field.default_factory is not msgspec.NODEFAULT:
        return field.name, field.type, msgspec.field(default_factory=field.default_factory)
    return (field.name, field.type) if field.default is msgspec.NODEFAULT else (field.name, field.type, field.default)
