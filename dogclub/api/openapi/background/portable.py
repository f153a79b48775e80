"""Converts JSON Schemas to the subset that client generators understand."""

from collections.abc import Mapping
from typing import Any

from dogclub.api.openapi.terms import Json, ref


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
    refuse. Tuples become lists of a fixed size, an enum of one a constant, and objects with any keys are declared so.

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
        plain |= {"const": plain.pop("enum")[0]}
    if plain.get("type") == "object" and not {"properties", "additionalProperties", "anyOf"} & set(plain):
        plain |= {"additionalProperties": True}
    return {key: portable(each) for key, each in plain.items()}


def _is_in_the_way(key: str, value: Any) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "default" and value == {})
