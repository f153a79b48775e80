"""Reader for Excel workbooks. A workbook is a zip of XML: its bytes are checked before anything parses it."""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from clubs.models import Club
from dogclub.imports.parsed.parsed_file import MOST_ROWS, ParsedFile, Reader, Unreadable
from dogclub.imports.sheets.layout import Row
from dogclub.imports.sheets.read import Sheet, read_sheets

ZIP = b"PK\x03\x04"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PROTECTED = "EncryptedPackage".encode("utf-16-le")
MOST_MEMBERS = 200
LARGEST = 150_000_000  # bytes unpacked: some 300,000 rows
RATIO = 100  # highest allowed ratio of unpacked to packed size; a workbook of scores has about 10
SMALL = 1_000_000
PIECE = 1 << 20
BROKEN = gettext_lazy("This is not a workbook that can be read. Save it again as XLSX, or as CSV.")
LOCKED = gettext_lazy("This file is protected by a password. Save it without one, and choose it again.")
BEFORE_2007 = gettext_lazy("This is a file of Excel before 2007. Open it, and save it as XLSX or CSV.")
BOMB = gettext_lazy("This file unpacks to far more than any score sheet. Save only the sheet with the scores.")
ROW = b"<row"
LONGEST = 1_000_000  # bytes of one row
# By a part of the member's name: the element to count, how many are allowed, and how many bytes.
LIMITS = {
    "xl/worksheets/sheet": (ROW, MOST_ROWS, LARGEST),
    "content.xml": (b"<table:table-row", MOST_ROWS, LARGEST),
    "xl/sharedStrings": (b"<si", 100_000, 20_000_000),
    "": (b"<", 200_000, 2_000_000),
}
OPEN_FORMULA = re.compile(rb"(?:</f>|<f[^>]*/>)(?:<v\s*/>|<v></v>)?</c>")
BAD = (KeyError, ValueError, TypeError, AttributeError, IndexError, ParseError, DefusedXmlException, OSError)
DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def recognises(head: bytes, name: str) -> bool:
    """Whether this is an Excel workbook; also one from before 2007 or with a password, which `check` refuses."""
    return head.startswith(OLD) or (head.startswith(ZIP) and (b"xl/" in head or b"[Content_Types].xml" in head))


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    size = look_over(file)
    return read_sheets(_sheets(file), corrections, notes, size)


def look_over(file: BinaryIO) -> int:
    """Return the number of rows in the largest sheet. Raise Unreadable if the zip would unpack to too much, or
    declares XML entities. Keep nothing in memory.
    """
    rows = 0
    try:
        with zipfile.ZipFile(file) as archive:
            _check_sizes(archive.infolist())
            for member in archive.infolist():
                if member.filename.endswith((".xml", ".rels")):
                    rows = max(rows, _look_over(archive, member))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        raise Unreadable(BROKEN) from None
    file.seek(0)
    return rows


def check(file: BinaryIO) -> None:
    head = file.read(len(OLD))
    file.seek(0)
    if head == OLD:
        raise Unreadable(LOCKED if PROTECTED in file.read() else BEFORE_2007)
    look_over(file)


def _check_sizes(members: Sequence[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > LARGEST:
        raise Unreadable(BOMB)
    if any(each.file_size > SMALL and each.file_size > RATIO * max(each.compress_size, 1) for each in members):
        raise Unreadable(BOMB)


def _look_over(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    """Return the number of rows in one member. The sizes in the zip's directory may be false, so that bytes and
    elements are counted.
    """
    thing, most, largest = next(limits for part, limits in LIMITS.items() if part in member.filename)
    size = count = gap = 0
    tail = b""
    with archive.open(member) as content:
        while piece := content.read(PIECE):
            if DECLARED.search(tail + piece) or b"\0" in piece[:200]:
                raise Unreadable(_("This workbook declares XML entities, which no spreadsheet writes. It is not read."))
            parts = piece.split(thing)
            size, count = size + len(piece), count + len(parts) - 1
            gap = max(gap + len(parts[0]), *map(len, parts)) if len(parts) > 1 else gap + len(piece)
            if size > largest or gap > LONGEST:
                raise Unreadable(BOMB)
            if count > most:
                raise Unreadable(
                    _("More than {most} rows in one sheet. Split it, and import a part at a time.").format(
                        most=grouped(most)
                    )
                )
            gap, tail = len(parts[-1]) if len(parts) > 1 else gap, piece[-16:]
    return count if thing == ROW else 0


def _sheets(file: BinaryIO) -> list[Sheet]:
    """Return the visible sheets. A formula without a stored value is kept as its text, so that no figure goes
    missing unnoticed.
    """
    import openpyxl  # slow to import, and rarely needed

    try:
        book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
        formulas = openpyxl.load_workbook(file, read_only=True, keep_links=False) if _has_open_formulas(file) else None
        shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    except BAD:
        raise Unreadable(BROKEN) from None
    if not shown:
        raise Unreadable(BROKEN)
    return [Sheet(sheet.title, _rows(sheet, formulas[sheet.title] if formulas else None)) for sheet in shown]


def _has_open_formulas(file: BinaryIO) -> bool:
    """Whether a sheet has a formula without a stored value."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
        return any(OPEN_FORMULA.search(archive.read(name)) for name in names)


def _rows(sheet: Any, formulas: Any) -> Iterator[Row]:
    try:
        sheet.reset_dimensions()
        rows = enumerate(sheet.iter_rows(max_row=MOST_ROWS + 2, values_only=True), 1)
        if formulas is None:
            yield from rows
            return
        formulas.reset_dimensions()
        written = formulas.iter_rows(max_row=MOST_ROWS + 2, values_only=True)
        for (line, values), cells in zip(rows, written, strict=False):
            yield line, [cell if value is None else value for value, cell in zip(values, cells, strict=False)]
    except BAD:
        raise Unreadable(BROKEN) from None


WORKBOOK = Reader("xlsx", gettext_lazy("Excel workbook"), recognises, read, check)
