"""Reader for OpenDocument spreadsheets, as LibreOffice writes them: a zip with all cells in `content.xml`."""

import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, BinaryIO
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.imports.formats.workbook import BAD, BROKEN, LOCKED, ZIP, look_over
from dogclub.imports.parsed.parsed_file import MOST_COLUMNS, MOST_ROWS, ParsedFile, Reader, Unreadable
from dogclub.imports.sheets.layout import Row
from dogclub.imports.sheets.read import Sheet, read_sheets

KIND = b"application/vnd.oasis.opendocument.spreadsheet"
SPACES = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TABLE, OFFICE, TEXT = (SPACES % name for name in ("table", "office", "text"))
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")


def recognises(head: bytes, name: str) -> bool:
    """Whether the file is a zip whose first member names the OpenDocument spreadsheet type."""
    return head.startswith(ZIP) and KIND in head[:200]


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    size = look_over(file)
    return read_sheets([Sheet(name, _rows(file, name)) for name in _names(file)], corrections, notes, size)


def check(file: BinaryIO) -> None:
    look_over(file)
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Unreadable(LOCKED)
        if "content.xml" not in names:
            raise Unreadable(BROKEN)
    file.seek(0)


def _names(file: BinaryIO) -> list[str]:
    return [name for name, element in _elements(file) if element.tag == f"{TABLE}table"]


def _elements(file: BinaryIO) -> Iterator[tuple[str, Element]]:
    """Yield (sheet name, element) for each row, and for each sheet at its end; elements are cleared to save memory."""
    name = ""
    try:
        with zipfile.ZipFile(file) as archive, archive.open("content.xml") as content:
            for event, element in iterparse(content, ("start", "end")):
                if event == "start" and element.tag == f"{TABLE}table":
                    name = element.get(f"{TABLE}name", "")
                elif event == "end" and element.tag in (f"{TABLE}table", f"{TABLE}table-row"):
                    yield name, element
                    element.clear()
    except (*BAD, zipfile.BadZipFile, EOFError):
        raise Unreadable(BROKEN) from None


def _rows(file: BinaryIO, sheet: str) -> Iterator[Row]:
    """Yield (line, values) of a sheet. A repeated row counts as many lines; a repeated empty row is yielded once."""
    line = 1
    for name, element in _elements(file):
        if name == sheet and element.tag == f"{TABLE}table-row":
            values, again = _values(element), _number(element, "rows")
            for at in range(min(again, MOST_ROWS) if any(value is not None for value in values) else 1):
                yield line + at, values
            line += again


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
    """Return a cell as datetime, float or text; None if it is empty or covered by a merged cell."""
    kind = cell.get(f"{OFFICE}value-type", "")
    if kind in ("float", "currency", "percentage"):
        return float(cell.get(f"{OFFICE}value", ""))
    if kind == "date":
        return datetime.fromisoformat(cell.get(f"{OFFICE}date-value", ""))
    text = "\n".join("".join(each.itertext()) for each in cell.findall(f"{TEXT}p")).strip()
    formula = cell.get(f"{TABLE}formula", "")
    return text or formula.removeprefix("of:") or None


OPEN_DOCUMENT = Reader("ods", gettext_lazy("OpenDocument spreadsheet (ODS)"), recognises, read, check)
