"""Reader for OpenDocument spreadsheets, as LibreOffice writes them: a zip with all cells in `content.xml`."""

import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import chain, islice
from typing import Any, BinaryIO
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exchange.imports.formats.workbook import BAD, LOCKED
from dogclub.exchange.imports.formats.zipped import BROKEN, ZIP, look_over, too_many_sheets
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

KIND = b"application/vnd.oasis.opendocument.spreadsheet"
SPACES = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TABLE, OFFICE, TEXT = (SPACES % name for name in ("table", "office", "text"))
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")

ELEMENTS = {("start", f"{TABLE}table"), ("end", f"{TABLE}table-row")}


def recognises(head: bytes, name: str) -> bool:
    """Whether the file is a zip whose first member names the OpenDocument spreadsheet type."""
    return head.startswith(ZIP) and KIND in head[:200]


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    sheets, size = sheets_of(file)
    return read_sheets(sheets, club, corrections, [], size)


def sheets_of(file: BinaryIO) -> tuple[list[Sheet], int]:
    """Return the sheets, and the number of rows in the largest. Raise Unreadable."""
    size = look_over(file)
    return _sheets(file), size


def check(file: BinaryIO) -> None:
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


OPEN_DOCUMENT = Reader("ods", gettext_lazy("OpenDocument spreadsheet (ODS)"), recognises, read, check)
