"""Copies the fields that a line of the archive and a database row have in common, in both directions."""

from functools import cache
from typing import Any

from django.db.models import Model

from dogclub.archive.format.lines import Line


def alike(source: Line | Model, line: type[Line], model: type[Model], **others: Any) -> dict[str, Any]:
    """Return the fields that both have, read from a line or a row, updated with `others`. Relations and primary keys
    are left out.
    """
    return {name: getattr(source, name) for name in _names(line, model) if name not in others} | others


@cache
def _names(line: type[Line], model: type[Model]) -> list[str]:
    columns = {field.name for field in model._meta.concrete_fields if not field.is_relation and not field.primary_key}
    return [name for name in line.__struct_fields__ if name in columns]
