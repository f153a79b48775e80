"""Builds JSON objects from the schemas of the OpenAPI document, so that their keys are listed only there
(`dogclub/api/openapi/`).
"""

from typing import Any

from dogclub.api.openapi.terms import Json


def shaped(shape: Json, row: object, **others: Any) -> dict[str, Any]:
    """Return a value for every key of the schema, in its order: one of `others`, else the row's field of that name, of
    a relation its key.

    >>> from dogclub.api.openapi.terms import NUMBER, object_schema
    >>> shaped(object_schema(real=NUMBER, imag=NUMBER), 3 + 4j, imag=0)
    {'real': 3.0, 'imag': 0}
    """
    return {name: others[name] if name in others else _field(row, name) for name in shape["properties"]}


def _field(row: object, name: str) -> Any:
    key = f"{name}_id"
    return getattr(row, key) if hasattr(row, key) else getattr(row, name)
