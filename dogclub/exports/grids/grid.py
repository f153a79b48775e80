"""A table as a value: what its columns hold, and its rows, one after the other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from uuid import UUID

from django.utils import timezone

PIECE = 500  # rows
MOST_ROWS = 1_048_575  # of an Excel sheet, below its head
Cell = str | int | float | date | datetime | UUID | None
Seen = Callable[[int], None]  # is told how many rows are written


class TooLong(Exception):
    """More rows than an Excel sheet can hold."""


class Kind(Enum):
    """What a column holds; the value is how a spreadsheet is told to show it, where it must be told."""

    TEXT = "@"
    INT = "0"
    DECIMAL = "0.00"
    DATE = "yyyy-mm-dd"
    TIME = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class Column:
    """`title` heads it; `width` is in letters."""

    title: str
    kind: Kind = Kind.TEXT
    width: int = 0

    @property
    def letters(self) -> int:
        usual = {Kind.TEXT: 18, Kind.DATE: 11, Kind.TIME: 16}.get(self.kind, 8)
        return self.width or max(usual, len(self.title) + 2)


@dataclass(frozen=True)
class Grid:
    """`key` names the file, `title` the sheet in it. The rows may be read once only; None is an empty cell."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


def texts(*titles: str) -> list[Column]:
    return [Column(title) for title in titles]


def ints(*titles: str) -> list[Column]:
    return [Column(title, Kind.INT) for title in titles]


def local(moment: datetime) -> datetime:
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment
