"""How a game declares what is agreed before a match: once, as the fields of its `Options`.

The type, default, range and description of a field are those of its record, its archive line and its schema. `Seat` and
`OneTable` say what else follows: a record names the player instead of the seat, and a play-off leaves what is of one
table to that table.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields, replace

T = TypeVar("T")
StructT = TypeVar("StructT", bound=Struct)

SEAT, ONE_TABLE = "seat", "one_table"
Seat: TypeAlias = Annotated[int, Meta(extra={SEAT: True})]
OneTable: TypeAlias = Annotated[T, Meta(extra={ONE_TABLE: True})]


def for_all_tables(options: StructT) -> StructT:
    """The options as several tables of one evening share them: those of one table have their default again.

    >>> from scoring.dirty_dog import Options
    >>> for_all_tables(Options(first_dealer=2, over_ten=True)) == Options(over_ten=True)
    True
    """
    usual = type(options)()
    return replace(options, **{name: getattr(usual, name) for name in of_one_table(type(options))})


@cache
def of_one_table(options: type[Struct]) -> tuple[str, ...]:
    """The fields that one table agrees on for itself, such as who deals first."""
    return tuple(field.name for field in fields(options) if _is_marked(field.type, ONE_TABLE))


@cache
def seats_of(options: type[Struct]) -> Mapping[str, type]:
    """The fields whose value is a seat (`int`) or a map by seat (`dict`).

    >>> from scoring.dirty_dog import Options
    >>> dict(seats_of(Options))
    {'first_dealer': <class 'int'>, 'opening': <class 'dict'>}
    """
    found = {field.name: _by_seat(field) for field in fields(options)}
    return MappingProxyType({name: kind for name, kind in found.items() if kind})


def _by_seat(field: FieldInfo) -> type | None:
    if _is_marked(field.type, SEAT):
        return int
    return dict if get_origin(bare(field.type)) is Mapping else None


def bare(declared: Any) -> Any:
    """The type of a field without its marks, range and description."""
    return get_args(declared)[0] if get_origin(declared) is Annotated else declared


def marks(declared: Any) -> tuple[Meta, ...]:
    """The marks, range and description of a field."""
    return get_args(declared)[1:] if get_origin(declared) is Annotated else ()


def _is_marked(declared: Any, mark: str) -> bool:
    """Whether the type, or one of its alternatives, has the mark."""
    alternatives = (declared, *get_args(bare(declared)))
    return any(mark in (meta.extra or {}) for each in alternatives for meta in marks(each))
