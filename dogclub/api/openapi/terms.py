"""The small words of the OpenAPI document: JSON Schema of numbers, texts, lists and objects."""

from typing import Any

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "integer"}
TRUTH: Json = {"type": "boolean"}
DECIMAL: Json = {"type": "number"}
MOMENT: Json = {"type": "string", "format": "date-time"}
DAY: Json = {"type": "string", "format": "date"}
UUID: Json = {"type": "string", "format": "uuid"}
LINK: Json = {"type": "string", "format": "uri-reference"}
FILE: Json = {"type": "string", "format": "binary"}
ID: Json = {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}


def about(schema: Json, words: str) -> Json:
    """The schema with what it means."""
    return {**schema, "description": words}


def maybe(schema: Json, words: str = "") -> Json:
    """Or null.

    >>> maybe(NUMBER)
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    """
    either = {"anyOf": [schema, {"type": "null"}]}
    return about(either, words) if words else either


def many(schema: Json, words: str = "") -> Json:
    array = {"type": "array", "items": schema}
    return about(array, words) if words else array


def one_of(*words: str) -> Json:
    return {"type": "string", "enum": list(words)}


def thing(**properties: Json) -> Json:
    """An object that holds these keys, always all of them, and no other.

    >>> thing(id=NUMBER)["additionalProperties"]
    False
    """
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def wider(schema: Json, **properties: Json) -> Json:
    """The same object with more keys."""
    return thing(**schema["properties"], **properties)


def loose(schema: Json, words: str) -> Json:
    """The same object with other keys beside these; the words say which."""
    return {**schema, "additionalProperties": True, "description": words}


def at_times(schema: Json, *keys: str) -> Json:
    """The same object; these keys are not always there."""
    return {**schema, "required": [key for key in schema["required"] if key not in keys]}


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def a_page(key: str, row: Json) -> Json:
    """One page of a list, and where the next one is."""
    return thing(**{key: many(row)}, next=maybe(LINK, "The address of the next page; null on the last one"))
