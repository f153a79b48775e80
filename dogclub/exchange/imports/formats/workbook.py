"""Reader for Excel workbooks. A workbook is a zip of XML: its bytes are checked before anything parses it."""

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exchange.imports.formats.zipped import BOMB, BROKEN, ZIP, Rationed, look_over, transitional
from dogclub.exchange.imports.parsed_file import MOST_ROWS, ParsedFile, Reader, Unreadable
from dogclub.exchange.imports.sheets.blocks import SheetRow
from dogclub.exchange.imports.sheets.read import Sheet, read_sheets

OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PROTECTED = "EncryptedPackage".encode("utf-16-le")
LOCKED = gettext_lazy("This file is protected by a password. Save it without one, and choose it again.")
BEFORE_2007 = gettext_lazy("This is a file of Excel before 2007. Open it, and save it as XLSX or CSV.")
MOST_CELLS = 10_000_000  # of one sheet, with the empty ones to the left of the last
OPEN_FORMULA = re.compile(
    rb"(?:</(?:\w{1,20}:)?f>|<(?:\w{1,20}:)?f(?:\s[^<>]*)?/>)"
    rb"(?:<(?:\w{1,20}:)?v\s*/>|<(?:\w{1,20}:)?v></(?:\w{1,20}:)?v>)?</(?:\w{1,20}:)?c>"
)
BAD = (
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    ParseError,
    DefusedXmlException,
    OSError,
    ArithmeticError,
)


def recognises(head: bytes, name: str) -> bool:
    """Whether this is an Excel workbook; also one from before 2007 or with a password, which `check` refuses."""
    return head.startswith(OLD) or (head.startswith(ZIP) and (b"xl/" in head or b"[Content_Types].xml" in head))


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    sheets, size = sheets_of(file)
    return read_sheets(sheets, club, corrections, [], size)


def sheets_of(file: BinaryIO) -> tuple[list[Sheet], int]:
    """Return the visible sheets, and the number of rows in the largest. Raise Unreadable."""
    size = look_over(file)
    return _sheets(transitional(file)), size


def check(file: BinaryIO) -> None:
    head = file.read(len(OLD))
    file.seek(0)
    if head == OLD:
        raise Unreadable(LOCKED if PROTECTED in file.read() else BEFORE_2007)
    look_over(file)


def _sheets(file: BinaryIO) -> list[Sheet]:
    """Return the visible sheets. A formula without a stored value is kept as its text, so that no figure goes
    missing unnoticed.
    """
    try:
        book = _book(file, data_only=True)
        formulas = _book(file, data_only=False) if _has_open_formulas(file) else None
        shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    except BAD:
        raise Unreadable(BROKEN) from None
    if not shown:
        raise Unreadable(BROKEN)
    return [Sheet(sheet.title, _rows(sheet, formulas[sheet.title] if formulas else None)) for sheet in shown]


def _book(file: BinaryIO, *, data_only: bool) -> Any:
    from openpyxl.reader.excel import ExcelReader  # slow to import, and rarely needed

    reader = ExcelReader(file, read_only=True, data_only=data_only, keep_links=False)
    reader.archive = Rationed(file)
    reader.read()
    return reader.wb


def _has_open_formulas(file: BinaryIO) -> bool:
    """Whether a sheet has a formula without a stored value."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
        return any(OPEN_FORMULA.search(archive.read(name)) for name in names)


def _rows(sheet: Any, formulas: Any) -> Iterator[SheetRow]:
    line = count = 0
    try:
        for line, values in enumerate(_written(sheet, formulas), 1):
            count += len(values)
            if count > MOST_CELLS:
                raise Unreadable(BOMB)
            yield line, values
    except BAD:
        words = _("Row {line} of this workbook cannot be read. Save it again as XLSX, or as CSV.")
        raise Unreadable(words.format(line=line + 1)) from None


def _written(sheet: Any, formulas: Any) -> Iterator[Sequence[Any]]:
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=MOST_ROWS + 2, values_only=True)
    if formulas is None:
        yield from rows
        return
    formulas.reset_dimensions()
    written = formulas.iter_rows(max_row=MOST_ROWS + 2, values_only=True)
    for values, cells in zip(rows, written, strict=False):
        yield [cell if value is None else value for value, cell in zip(values, cells, strict=False)]


WORKBOOK = Reader("xlsx", gettext_lazy("Excel workbook"), recognises, read, check)
