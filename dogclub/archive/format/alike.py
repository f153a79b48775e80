"""What a line of the archive and a row of the database call by the same name: copied either way."""

from functools import cache
from typing import Any

from django.db.models import Model

from dogclub.archive.format.lines import Line


def alike(source: Line | Model, line: type[Line], model: type[Model], **others: Any) -> dict[str, Any]:
    """The fields both have, out of a line or of a row, and `others`, which go first. Relations are never among them."""
    return {name: getattr(source, name) for name in _names(line, model) if name not in others} | others


@cache
def _names(line: type[Line], model: type[Model]) -> list[str]:
    columns = {field.name for field in model._meta.concrete_fields if not field.is_relation and not field.primary_key}
    return [name for name in line.__struct_fields__ if name in columns]
