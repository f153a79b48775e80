"""Shorthands for JSON Schemas in the OpenAPI document: numbers, texts, lists and objects."""

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


def described(schema: Json, description: str) -> Json:
    """Return the schema with a description."""
    return {**schema, "description": description}


def nullable(schema: Json, description: str = "") -> Json:
    """Return the schema or null.

    >>> nullable(NUMBER)
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    """
    either = {"anyOf": [schema, {"type": "null"}]}
    return described(either, description) if description else either


def array(schema: Json, description: str = "") -> Json:
    """Return the schema of a list."""
    schema = {"type": "array", "items": schema}
    return described(schema, description) if description else schema


def one_of(*words: str) -> Json:
    """Return the schema of a text with these values."""
    return {"type": "string", "enum": list(words)}


def object_schema(**properties: Json) -> Json:
    """Return an object schema with exactly these keys, all of them required.

    >>> object_schema(id=NUMBER)["additionalProperties"]
    False
    """
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def extended(schema: Json, **properties: Json) -> Json:
    """Return the object schema with more keys."""
    return object_schema(**schema["properties"], **properties)


def open_object(schema: Json, description: str) -> Json:
    """Return the object schema with additional keys allowed, which the description explains."""
    return {**schema, "additionalProperties": True, "description": description}


def optional(schema: Json, *keys: str) -> Json:
    """Return the object schema with these keys optional."""
    return {**schema, "required": [key for key in schema["required"] if key not in keys]}


def ref(name: str) -> Json:
    """Return a reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def a_page(key: str, row: Json) -> Json:
    """Return the schema of one page of a list, with the link to the next."""
    return object_schema(**{key: array(row)}, next=nullable(LINK, "The address of the next page; null on the last one"))
