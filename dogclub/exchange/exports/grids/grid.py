"""A table as a value: typed columns, and rows that can be iterated once."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from io import BytesIO, StringIO
from itertools import chain, islice
from typing import IO, Any
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

PIECE = 500  # rows
MOST_ROWS = 1_048_575  # rows of an Excel sheet below its headings
Cell = str | int | float | date | datetime | UUID | None
Seen = Callable[[int], None]  # called with the number of rows written so far


class TooLong(Exception):
    """Raised for more rows than an Excel sheet can hold."""


class Kind(Enum):
    """The type of a column; the value is its number format in a spreadsheet."""

    TEXT = "@"
    INT = "0"
    DECIMAL = "0.00"
    DATE = "yyyy-mm-dd"
    TIME = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True)
class Column:
    """A column; `title` is its heading, `width` is in characters, 0 for the usual width."""

    title: str
    kind: Kind = Kind.TEXT
    width: int = 0

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


# Writers of a table: CSV in pieces, and Excel row by row, neither all in memory.


MARK = "\ufeff"  # byte order mark, by which Excel recognises UTF-8
CONTENT = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def unseen(_rows: int) -> None:
    """Ignore the progress: most tables are written too fast to show it."""


def csv_pieces(grid: Grid, *, mark: bool = True, seen: Seen = unseen) -> Iterator[str]:
    """Yield CSV by RFC 4180, lines ending in CRLF, texts that look like a formula escaped; `mark` adds a byte order
    mark.
    """
    yield (MARK if mark else "") + _lines([[harmless(column.title) for column in grid.columns]])
    rows = (_plain(grid.columns, row) for row in grid.rows)
    done = 0
    while piece := list(islice(rows, PIECE)):
        done += len(piece)
        yield _lines(piece)
        seen(done)


def _lines(rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _plain(columns: Sequence[Column], row: Sequence[Cell]) -> list[object]:
    return [_in_csv(column.kind, cell) for column, cell in zip(columns, row, strict=True)]


def _in_csv(kind: Kind, cell: Cell) -> object:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{local(cell):%Y-%m-%d %H:%M}"
    if isinstance(cell, float):
        return f"{cell:.10g}"
    return harmless(str(cell)) if kind is Kind.TEXT else cell


def write_xlsx(grid: Grid, file: IO[bytes], seen: Seen = unseen) -> None:
    """Write one sheet with bold, frozen headings; numbers and dates are typed, texts are text. Raise TooLong."""

    write(grid, file, seen)


# Writer of a table as an Excel sheet, row by row, never all in memory.


LONGEST_CELL = 32_000  # characters in a cell


def write(grid: Grid, file: IO[bytes], seen: Seen) -> None:
    """Write the grid to the file; `seen` is called with the number of rows so far. Raise TooLong."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(grid.title))
    sheet.freeze_panes = "A2"
    for number, column in enumerate(grid.columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.letters
    sheet.append([_head(sheet, column) for column in grid.columns])
    for done, row in enumerate(grid.rows, 1):
        if done > MOST_ROWS:
            raise TooLong
        sheet.append([_in_xlsx(sheet, column.kind, cell) for column, cell in zip(grid.columns, row, strict=True)])
        if done % PIECE == 0:
            seen(done)
    book.save(file)


def _head(sheet: Any, column: Column) -> Any:
    cell = _words(sheet, column.title)
    cell.font = Font(bold=True)
    return cell


def _in_xlsx(sheet: Any, kind: Kind, value: Cell) -> Any:
    """Return the cell; a value that needs no style is returned as it is, as a long table has a million cells."""
    if kind is Kind.TEXT and value is not None:
        text = ILLEGAL_CHARACTERS_RE.sub("", str(value))[:LONGEST_CELL]
        return _words(sheet, text) if harmless(text) != text or text.startswith("#") else text
    if not isinstance(value, date):
        return value
    shown: Any = local(value).replace(tzinfo=None) if isinstance(value, datetime) else value
    cell = WriteOnlyCell(sheet, shown)
    cell.number_format = kind.value
    return cell


def _words(sheet: Any, text: str) -> Any:
    """Return a text cell that is never read as a formula, a number or an error."""
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.number_format = Kind.TEXT.value
    return cell


def _sheet_name(title: str) -> str:
    """Return the title as a name that Excel allows: at most 31 characters, without some signs."""
    cleaned = "".join(" " if character in "[]:*?/\\'" else character for character in title)
    return ILLEGAL_CHARACTERS_RE.sub("", cleaned).strip()[:31] or "Table"


# Responses with a table as a file: CSV streamed in pieces, Excel as a whole.


def answer(grid: Grid, form: str, about: str) -> HttpResponseBase:
    """Return the file as "csv" or "xlsx". `about` begins its name: the club, match or player. Raise Http404 for any
    other `form`.
    """
    if form not in CONTENT:
        raise Http404
    response = _csv(grid) if form == "csv" else _xlsx(grid)
    response["Content-Type"] = CONTENT[form]
    response["Content-Disposition"] = f'attachment; filename="{name_of(grid, form, about)}"'
    return response


def name_of(grid: Grid, form: str, about: str) -> str:
    """Return the file's name."""
    return f"{slugify(about) or 'dog-club'}-{grid.key}.{form}"


def _csv(grid: Grid) -> HttpResponseBase:
    """Return a streamed response. The first piece is made before it is sent, so that an error is a page, not half a
    file.
    """
    pieces: Iterator[str] = csv_pieces(grid)
    head, first = next(pieces), next(pieces, "")
    return StreamingHttpResponse(chain([head, first], pieces))


def _xlsx(grid: Grid) -> HttpResponseBase:
    file = BytesIO()
    write_xlsx(grid, file)
    return HttpResponse(file.getvalue())
