"""Readers for Excel workbooks and OpenDocument spreadsheets. Both are a zip of XML: its bytes are checked before
anything parses it.
"""

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import Any, BinaryIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exchange.imports.formats.zipped import (
    BOMB,
    BROKEN,
    ZIP,
    Rationed,
    look_over,
    too_many_sheets,
    transitional,
)
from dogclub.exchange.imports.parsed_file import (
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_SHEETS,
    ParsedFile,
    Reader,
    Unreadable,
)
from dogclub.exchange.imports.sheets.blocks import SheetRow
from dogclub.exchange.imports.sheets.games import too_many_rows
from dogclub.exchange.imports.sheets.read import LOOKED_AT, Sheet, read_sheets

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


def is_workbook(head: bytes, name: str) -> bool:
    """Whether this is an Excel workbook; also one from before 2007 or with a password, which `check` refuses."""
    return head.startswith(OLD) or (head.startswith(ZIP) and (b"xl/" in head or b"[Content_Types].xml" in head))


def read_workbook(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    sheets, size = sheets_of_workbook(file)
    return read_sheets(sheets, club, corrections, [], size)


def sheets_of_workbook(file: BinaryIO) -> tuple[list[Sheet], int]:
    """Return the visible sheets, and the number of rows in the largest. Raise Unreadable."""
    size = look_over(file)
    return _visible_sheets(transitional(file)), size


def check_workbook(file: BinaryIO) -> None:
    head = file.read(len(OLD))
    file.seek(0)
    if head == OLD:
        raise Unreadable(LOCKED if PROTECTED in file.read() else BEFORE_2007)
    look_over(file)


def _visible_sheets(file: BinaryIO) -> list[Sheet]:
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
    return [
        Sheet(sheet.title, _rows_of_workbook(sheet, formulas[sheet.title] if formulas else None)) for sheet in shown
    ]


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


def _rows_of_workbook(sheet: Any, formulas: Any) -> Iterator[SheetRow]:
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


WORKBOOK = Reader("xlsx", gettext_lazy("Excel workbook"), is_workbook, read_workbook, check_workbook)


# OpenDocument: all cells are in `content.xml`.


KIND = b"application/vnd.oasis.opendocument.spreadsheet"
SPACES = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TABLE, OFFICE, TEXT = (SPACES % name for name in ("table", "office", "text"))
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")

ELEMENTS = {("start", f"{TABLE}table"), ("end", f"{TABLE}table-row")}


def is_open_document(head: bytes, name: str) -> bool:
    """Whether the file is a zip whose first member names the OpenDocument spreadsheet type."""
    return head.startswith(ZIP) and KIND in head[:200]


def read_open_document(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    sheets, size = sheets_of_open_document(file)
    return read_sheets(sheets, club, corrections, [], size)


def sheets_of_open_document(file: BinaryIO) -> tuple[list[Sheet], int]:
    """Return the sheets, and the number of rows in the largest. Raise Unreadable."""
    size = look_over(file)
    return _sheets(file), size


def check_open_document(file: BinaryIO) -> None:
    look_over(file)
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Unreadable(LOCKED)
        if "content.xml" not in names:
            raise Unreadable(BROKEN)
    file.seek(0)


def _sheets(file: BinaryIO) -> list[Sheet]:
    """Return the sheets, with one pass over the file for the first rows of all of them; the rest of a sheet is read
    when it is asked for. Raise Unreadable for too many sheets or rows.
    """
    names: list[str] = []
    heads: list[list[SheetRow]] = []
    for count, (at, name, row) in enumerate(_rows(file)):
        if count > MOST_ROWS:
            raise Unreadable(too_many_rows())
        if row is None:
            names.append(name)
            heads.append([])
        elif len(heads[at]) < LOOKED_AT:
            heads[at].append(row)
        if len(names) > MOST_SHEETS:
            raise Unreadable(too_many_sheets())
    return [Sheet(name, chain(heads[at], _rest(file, at, len(heads[at])))) for at, name in enumerate(names)]


def _rest(file: BinaryIO, at: int, after: int) -> Iterator[SheetRow]:
    """Yield the rows of the sheet with this index after the first ones."""
    if after >= LOOKED_AT:
        yield from islice((row for sheet, _name, row in _rows(file) if row and sheet == at), after, None)


def _rows(file: BinaryIO) -> Iterator[tuple[int, str, SheetRow | None]]:
    """Yield (index of the sheet, its name, row) for each row, and without a row at the beginning of each sheet.

    A repeated row counts as many lines; a repeated empty row is yielded once.
    """
    at, name, line = -1, "", 1
    for event, element in _elements(file):
        if event == "start":
            at, name, line = at + 1, element.get(f"{TABLE}name", ""), 1
            yield at, name, None
            continue
        values, again = _values(element), _number(element, "rows")
        for shift in range(min(again, MOST_ROWS) if any(value is not None for value in values) else 1):
            yield at, name, (line + shift, values)
        line += again


def _elements(file: BinaryIO) -> Iterator[tuple[str, Element]]:
    """Yield ("start", sheet) and ("end", row) in the file's order; elements are cleared to save memory."""
    try:
        with zipfile.ZipFile(file) as archive, archive.open("content.xml") as content:
            for event, element in iterparse(content, ("start", "end")):
                if (event, element.tag) in ELEMENTS:
                    yield event, element
                if event == "end" and element.tag in (f"{TABLE}table", f"{TABLE}table-row"):
                    element.clear()
    except (*BAD, zipfile.BadZipFile, EOFError):
        raise Unreadable(BROKEN) from None


def _values(row: Element) -> list[Any]:
    values: list[Any] = []
    for cell in row:
        if cell.tag in CELLS and len(values) <= MOST_COLUMNS:
            again = min(_number(cell, "columns"), MOST_COLUMNS + 1 - len(values))
            values += [_value(cell)] * again
    return values


def _number(element: Element, of: str) -> int:
    """Return how often the element is repeated, at least 1; `of` is "rows" or "columns"."""
    text = element.get(f"{TABLE}number-{of}-repeated", "1")
    return max(int(text), 1) if text.isdecimal() and len(text) < 9 else 1


def _value(cell: Element) -> Any:
    """Return a cell as datetime, float or text; None if it is empty or covered by a merged cell. A number or date that
    cannot be one is returned as its text: the row it stands in is then refused with a reason.
    """
    kind = cell.get(f"{OFFICE}value-type", "")
    if kind in ("float", "currency", "percentage"):
        return _converted(float, cell.get(f"{OFFICE}value", ""))
    if kind == "date":
        return _converted(datetime.fromisoformat, cell.get(f"{OFFICE}date-value", ""))
    text = "\n".join("".join(each.itertext()) for each in cell.findall(f"{TEXT}p")).strip()
    formula = cell.get(f"{TABLE}formula", "")
    return text or formula.removeprefix("of:") or None


def _converted(convert: Callable[[str], Any], text: str) -> Any:
    try:
        return convert(text)
    except ValueError:
        return text or None


OPEN_DOCUMENT = Reader(
    "ods", gettext_lazy("OpenDocument spreadsheet (ODS)"), is_open_document, read_open_document, check_open_document
)
