"""Describes JSON Schemas in a few words, for the API reference."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]
NAMES = {"integer": "whole number", "number": "number", "string": "text", "boolean": "true or false", "null": "null"}
FORMATS = {"date-time": "moment", "date": "day", "uuid": "UUID", "uri-reference": "address"}
FEW_WORDS = 12


@dataclass(frozen=True)
class Field:
    """A key of an object as the reference shows it: type in words (`kind`), description, whether it is required."""

    name: str
    kind: str
    words: str
    is_needed: bool = False

    @property
    def pieces(self) -> list[str]:
        return pieces(self.words)


def pieces(words: str) -> list[str]:
    """Split a description at backticks: text and code in turn, text first.

    >>> pieces("Out of `next`")
    ['Out of ', 'next', '']
    """
    return words.replace("'", "’").split("`")


def fields_of(whole: Json, schema: Json) -> list[Field]:
    """Return the keys of an object schema, which may be a reference; `whole` is the OpenAPI document."""
    resolved = _looked_up(whole, schema)
    needed = resolved.get("required", ())
    return [
        Field(name, kind_of(each), _words(each), is_needed=name in needed)
        for name, each in resolved.get("properties", {}).items()
    ]


def parts_of(whole: Json, schema: Json) -> list[tuple[str, list[Field]]]:
    """Return the object schemas that its keys refer to by name, each with its keys."""
    inside = [name for each in _looked_up(whole, schema).get("properties", {}).values() for name in _names(each)]
    named = ((name, fields_of(whole, {"$ref": name})) for name in dict.fromkeys(inside))
    return [(name, fields) for name, fields in named if fields]


def _names(schema: Json) -> list[str]:
    if "$ref" in schema:
        return [str(schema["$ref"]).rpartition("/")[2]]
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *([schema["items"]] if "items" in schema else [])]
    return [name for each in inner for name in _names(each)]


def _looked_up(whole: Json, schema: Json) -> Json:
    name = schema.get("$ref", "").rpartition("/")[2]
    resolved: Json = whole["components"]["schemas"][name] if name else schema
    return resolved


def _words(schema: Json) -> str:
    inner: Json = next((each for each in schema.get("anyOf", ()) if "description" in each), {})
    return str(schema.get("description") or inner.get("description", ""))


def kind_of(schema: Json) -> str:
    """Return the type of a schema in words.

    >>> kind_of({"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "null"}]})
    'whole number, 1 to 9, or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return ", or ".join(kind_of(each) for each in schema[choice])
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return _listed([str(each) or "nothing" for each in schema["enum"]])
    return _plain(schema)


def _listed(words: list[str]) -> str:
    return ", ".join(words[:FEW_WORDS]) + (", …" if len(words) > FEW_WORDS else "")


def _plain(schema: Json) -> str:
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if kind == "object":
        return "object"
    if schema.get("format") == "binary":
        return "file"
    names = [NAMES.get(each, each) for each in ([kind] if isinstance(kind, str) else kind)]
    return FORMATS.get(schema.get("format", ""), " or ".join(names)) + _bounds(schema)


def _bounds(schema: Json) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None and most < 2**31 - 1:
        return f", {least} to {most}"
    return f", up to {schema['maxLength']} letters" if "maxLength" in schema else ""
