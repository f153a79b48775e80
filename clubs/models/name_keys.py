"""Fields made of a name whenever a row is saved: by what it is found, and by what it is sorted."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import models

from clubs.names import folded, sort_key

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField

NAMES = {"name", "nickname"}
KEYS = {"found_by", "sorted_by"}
LONGEST_KEY = 500  # one character of a name may be taken apart into eighteen


class NameKey(_Text):
    """A text made of the names of a row; it is compared by code points on every database."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": LONGEST_KEY, "editable": False, "default": "", "db_default": "", **options})

    def db_parameters(self, connection: Any) -> Any:
        """PostgreSQL would sort by the language of its server, and leave out blanks."""
        parameters = super().db_parameters(connection)
        return {**parameters, "collation": "C"} if connection.vendor == "postgresql" else parameters

    def pre_save(self, model_instance: Any, add: Any) -> str:
        value = self.made_of(model_instance)[:LONGEST_KEY]
        setattr(model_instance, self.attname, value)
        return value

    def made_of(self, row: Any) -> str:
        """Return the key of this row."""
        raise NotImplementedError


class FoundBy(NameKey):
    """The folded name, and after a line break the folded nickname, which no folded text has."""

    def made_of(self, row: Any) -> str:
        return found_by(row.name, row.nickname)


class SortedBy(NameKey):
    """The order of the name among others."""

    def made_of(self, row: Any) -> str:
        return sort_key(row.name)


def found_by(name: str, nickname: str = "") -> str:
    """Return the text in which a folded query is looked for."""
    return f"{folded(name)}\n{folded(nickname)}"


def with_keys(fields: Iterable[str] | None) -> set[str] | None:
    """Return the fields to save, with the keys if a name is among them."""
    if fields is None:
        return None
    return {*fields} | KEYS if NAMES.intersection(fields) else {*fields}
