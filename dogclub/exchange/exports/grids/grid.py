"""A table as a value: typed columns, and rows that can be iterated once."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise

PIECE = 500  # rows
MOST_ROWS = 1_048_575  # rows of an Excel sheet below its headings
Cell = str | int | float | date | datetime | UUID | None
Seen = Callable[[int], None]  # called with the number of rows written so far


class TooLong(Exception):
    """Raised for more rows than an Excel sheet can hold."""


class Word(str):
    """A cell with a word of the program, which Excel shows in the reader's language."""


YES = Word("yes")


class Kind(Enum):
    """The type of a column; the value is its number format in a spreadsheet."""

    TEXT = "@"
    INT = "0"
    DECIMAL = "0.00"
    DATE = "yyyy-mm-dd"
    TIME = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class Column:
    """A column; `title` is its heading in English, `words` that in Excel where the title has several meanings, `width`
    is in characters, 0 for the usual width.
    """

    title: str
    kind: Kind = Kind.TEXT
    width: int = 0
    words: str | Promise = ""

    @property
    def letters(self) -> int:
        """The width in characters."""
        usual = {Kind.TEXT: 18, Kind.DATE: 11, Kind.TIME: 16}.get(self.kind, 8)
        return self.width or max(usual, len(self.title) + 2)


@dataclass(frozen=True)
class Grid:
    """A table. `key` names the file, `title` the sheet in it. The rows can be iterated once; None is an empty cell."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


def texts(*titles: str) -> list[Column]:
    """Return columns of texts."""
    return [Column(title) for title in titles]


def ints(*titles: str) -> list[Column]:
    """Return columns of whole numbers."""
    return [Column(title, Kind.INT) for title in titles]


def local(moment: datetime) -> datetime:
    """Return an aware datetime by the club's clock; a naive one unchanged."""
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


# Escaping of texts that a spreadsheet would take for a formula.
# A text that begins like a formula gets an apostrophe before it, and so does one that begins with apostrophes and
# then like a formula: removing one apostrophe from such a text gives exactly the original.


# The signs a formula begins with, also full-width, after characters that spreadsheets skip.
LIKE_A_FORMULA = re.compile(r"'*[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n]")


def harmless(text: str) -> str:
    """Return the escaped text.

    >>> harmless("=1+1"), harmless("Ann"), harmless("'=1")
    ("'=1+1", 'Ann', "''=1")
    """
    return f"'{text}" if LIKE_A_FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """Return the original of a text that `harmless` may have escaped.

    >>> as_written("'=1+1"), as_written("'t Hart")
    ('=1+1', "'t Hart")
    """
    return cell[1:] if cell.startswith("'") and LIKE_A_FORMULA.match(cell) else cell
