"""Writer of a table as an Excel sheet, row by row, never all in memory."""

from datetime import date, datetime
from typing import IO, Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from dogclub.exchange.exports.blocks import heading, sheet_title, word
from dogclub.exchange.exports.layout import (
    MOST_ROWS,
    PIECE,
    Cell,
    Column,
    Grid,
    Kind,
    Seen,
    TooLong,
    Word,
    harmless,
    local,
)

LONGEST_CELL = 32_000  # characters in a cell


def write(grid: Grid, file: IO[bytes], seen: Seen) -> None:
    """Write the grid to the file; `seen` is called with the number of rows so far. Raise TooLong."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(sheet_title(grid.title)))
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
    cell = _words(sheet, heading(column))
    cell.font = Font(bold=True)
    return cell


def _in_xlsx(sheet: Any, kind: Kind, value: Cell) -> Any:
    """Return the cell; a value that needs no style is returned as it is, as a long table has a million cells."""
    if isinstance(value, Word):
        return word(value)
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
