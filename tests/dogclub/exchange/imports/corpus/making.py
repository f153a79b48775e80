"""Functions that make the files of the corpus: workbooks, OpenDocument files, text in any encoding."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

import openpyxl

Rows = Iterable[Any]  # each a sequence of cells
ODS = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


def text(rows: Rows, delimiter: str = ",", encoding: str = "utf-8", end: str = "\r\n", head: str = "") -> bytes:
    lines = [delimiter.join("" if cell is None else str(cell) for cell in row) for row in rows]
    return (head + end.join(lines) + end).encode(encoding)


def workbook(sheets: Mapping[str, Rows], merged: Sequence[str] = ()) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    assert book.active
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        for cells in merged:
            sheet.merge_cells(cells)
    book.save(file)
    return file.getvalue()


def worked_out(book: bytes, values: dict[str, int]) -> bytes:
    """Return the workbook with a cached result for its formulas, as Excel stores one; `values` by cell."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name.startswith("xl/worksheets/"):
                for cell, value in values.items():
                    found = rb'(<c r="%b"[^>]*><f>[^<]*</f>)(?:<v\s*/>|<v></v>)' % cell.encode()
                    content = re.sub(found, rb"\g<1><v>%d</v>" % value, content)
            new.writestr(name, content)
    return file.getvalue()


def _rewritten(book: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the workbook with the parts whose name begins so changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name.startswith(part) else old.read(name))
    return file.getvalue()


def strict(book: bytes) -> bytes:
    """Return the workbook as Excel saves it as “Strict Open XML”."""

    def renamed(content: bytes) -> bytes:
        return re.sub(
            rb"http://schemas.openxmlformats.org/(spreadsheetml|officeDocument)/2006/",
            rb"http://purl.oclc.org/ooxml/\1/",
            content,
        )

    return _rewritten(book, "", renamed)


def prefixed(book: bytes) -> bytes:
    """Return the workbook with a prefix for the elements of its sheets, as some libraries write it."""

    def named(content: bytes) -> bytes:
        return re.sub(rb"(</?)(?=[a-zA-Z])", rb"\1x:", content).replace(b"xmlns=", b"xmlns:x=")

    return _rewritten(book, "xl/worksheets/", named)


def open_document(
    sheets: Mapping[str, Rows], *, tail: bool = True, changed: Mapping[str, str] = MappingProxyType({})
) -> bytes:
    """Return a spreadsheet as LibreOffice writes it: empty cells and rows have a repeat count, with `tail` up to the
    last one of the sheet. `changed` replaces pieces of its XML.
    """
    file = io.BytesIO()
    tables = "".join(_table(name, rows, tail=tail) for name, rows in sheets.items())
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    content = f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMES}>{body}</office:document-content>'
    for was, becomes in changed.items():
        content = content.replace(was, becomes)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("mimetype", ODS, zipfile.ZIP_STORED)
        new.writestr("content.xml", content)
        new.writestr("META-INF/manifest.xml", "<manifest/>")
    return file.getvalue()


def _table(name: str, rows: Rows, *, tail: bool) -> str:
    end = '<table:table-cell table:number-columns-repeated="16380"/>' if tail else ""
    lines = "".join(f"<table:table-row>{''.join(map(_cell, row))}{end}</table:table-row>" for row in rows)
    last = f'<table:table-row table:number-rows-repeated="1048500">{end}</table:table-row>' if tail else ""
    return f'<table:table table:name="{escape(name)}">{lines}{last}</table:table>'


def _cell(value: Any) -> str:
    """The XML of a cell; None is a cell covered by a merged one."""
    if value is None:
        return "<table:covered-table-cell/>"
    shown = f"<text:p>{escape(str(value))}</text:p>"
    if isinstance(value, date):
        said = f'office:value-type="date" office:date-value="{value.isoformat()}"'
        return f"<table:table-cell {said}>{shown}</table:table-cell>"
    if isinstance(value, int):
        return f'<table:table-cell office:value-type="float" office:value="{value}">{shown}</table:table-cell>'
    return f'<table:table-cell office:value-type="string">{shown}</table:table-cell>'
