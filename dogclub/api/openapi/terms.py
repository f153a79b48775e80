"""Shorthands for JSON Schemas in the OpenAPI document: numbers, texts, lists and objects."""

from collections.abc import Mapping
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


# Converts JSON Schemas to the subset that client generators understand.


def renamed(value: Any, prefix: str, names: Mapping[str, str]) -> Any:
    """Return the schema with its references under `prefix` changed to the components of the document.

    >>> renamed({"$ref": "#/$defs/Move"}, "#/$defs/", {"Move": "DogsOfWarMove"})
    {'$ref': '#/components/schemas/DogsOfWarMove'}
    """
    if isinstance(value, dict):
        return {
            key: _led(each, prefix, names) if key == "$ref" else renamed(each, prefix, names)
            for key, each in value.items()
        }
    return [renamed(each, prefix, names) for each in value] if isinstance(value, list) else value


def _led(target: str, prefix: str, names: Mapping[str, str]) -> str:
    return str(ref(names[target.removeprefix(prefix)])["$ref"])


def portable(value: Any) -> Any:
    """Return an equivalent schema that client generators can read.

    It has no titles, since generators confuse types with equal ones, and no empty objects as defaults, which some
    refuse. Tuples become lists of a fixed size, an enum of one a constant with its type, and objects with any keys are
    declared so. An enum of numbers has its type, and a choice no constant as default: Java refuses either.

    >>> portable({"type": "array", "prefixItems": [{"type": "string"}] * 2, "items": False, "title": "Houses"})
    {'type': 'array', 'items': {'type': 'string'}, 'minItems': 2, 'maxItems': 2}
    """
    if isinstance(value, list):
        return [portable(each) for each in value]
    if not isinstance(value, dict):
        return value
    plain: Json = {key: each for key, each in value.items() if not _is_in_the_way(key, each)}
    if items := plain.pop("prefixItems", None):
        kinds = [each for at, each in enumerate(items) if each not in items[:at]]
        size = {"minItems": len(items), "maxItems": len(items)}
        plain |= {"items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}, **size}
    if isinstance(plain.get("enum"), list) and len(plain["enum"]) == 1:
        plain |= constant(plain.pop("enum")[0])
    if isinstance(plain.get("enum"), list) and all(isinstance(each, int) for each in plain["enum"]):
        plain.setdefault("type", "integer")
    if any(each.get("enum", ()) == [plain.get("default")] for each in plain.get("anyOf", ())):
        del plain["default"]
    if plain.get("type") == "object" and not {"properties", "additionalProperties", "anyOf"} & set(plain):
        plain |= {"additionalProperties": True}
    return {key: portable(each) for key, each in plain.items()}


def constant(value: str | int) -> Json:
    """Return the schema of one value. Generators that do not look at the value take its type from `type`; with an
    `enum` as well, others would make a class of each value.

    >>> constant("bids")
    {'type': 'string', 'const': 'bids'}
    """
    return {"type": "string" if isinstance(value, str) else "integer", "const": value}


def _is_in_the_way(key: str, value: Any) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "default" and value == {})
