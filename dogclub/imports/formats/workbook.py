"""The sheet layout as an Excel workbook. A workbook is a zip of XML: looked over as bytes before anything parses it."""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException

from clubs.models import Club
from dogclub.imports.formats import tables
from dogclub.imports.parsed.parsed_file import MOST_ROWS, ParsedFile, Reader, Unreadable

ZIP = b"PK\x03\x04"
MOST_MEMBERS = 200
LARGEST = 150_000_000  # bytes unpacked: some 300,000 rows
RATIO = 100  # unpacked to packed; a workbook of scores comes to ten
SMALL = 1_000_000
PIECE = 1 << 20
BROKEN = "This is not a workbook that can be read. Save it again as XLSX, or as CSV."
BOMB = "This file unpacks to far more than any score sheet. Save only the sheet with the scores."
ROW = b"<row"
LONGEST = 1_000_000  # bytes of one row
# By where it stands: the element to count, how many there may be, and how many bytes.
LIMITS = {
    "xl/worksheets/sheet": (ROW, MOST_ROWS, LARGEST),
    "xl/sharedStrings": (b"<si", 100_000, 20_000_000),
    "": (b"<", 200_000, 2_000_000),
}
DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def recognises(head: bytes, name: str) -> bool:
    return head.startswith(ZIP) and (b"xl/" in head or b"[Content_Types].xml" in head)


def read(file: BinaryIO, club: Club, mends: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    size = look_over(file)
    return ParsedFile(tables.matches(_rows(file, notes), mends, notes), notes, size)


def look_over(file: BinaryIO) -> int:
    """How many rows the largest sheet has. Raises Unreadable for what would unpack to too much, or declares entities.
    Keeps nothing in memory."""
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
    look_over(file)


def _check_sizes(members: Sequence[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > LARGEST:
        raise Unreadable(BOMB)
    if any(each.file_size > SMALL and each.file_size > RATIO * max(each.compress_size, 1) for each in members):
        raise Unreadable(BOMB)


def _look_over(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    """What the directory says of a size may be a lie: the bytes are counted, and so are the things they hold."""
    thing, most, largest = next(limits for part, limits in LIMITS.items() if part in member.filename)
    size = count = gap = 0
    tail = b""
    with archive.open(member) as content:
        while piece := content.read(PIECE):
            if DECLARED.search(tail + piece) or b"\0" in piece[:200]:
                raise Unreadable("This workbook declares XML entities, which no spreadsheet writes. It is not read.")
            parts = piece.split(thing)
            size, count = size + len(piece), count + len(parts) - 1
            gap = max(gap + len(parts[0]), *map(len, parts)) if len(parts) > 1 else gap + len(piece)
            if size > largest or gap > LONGEST:
                raise Unreadable(BOMB)
            if count > most:
                raise Unreadable(f"More than {most:,} rows in one sheet. Split it, and import a part at a time.")
            gap, tail = len(parts[-1]) if len(parts) > 1 else gap, piece[-16:]
    return count if thing == ROW else 0


def _rows(file: BinaryIO, notes: list[str]) -> Iterator[tuple[int, Sequence[Any]]]:
    import openpyxl  # large, and few bring such a file

    try:
        book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
        if not book.worksheets:
            raise Unreadable(BROKEN)
        sheet = book.worksheets[0]
        if len(book.worksheets) > 1:
            notes.append(f"Only the first sheet was read, “{sheet.title[:40]}”.")
        sheet.reset_dimensions()
        yield from enumerate(sheet.iter_rows(max_row=MOST_ROWS + 2, values_only=True), 1)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, ParseError, DefusedXmlException, OSError):
        raise Unreadable(BROKEN) from None


WORKBOOK = Reader("xlsx", "Excel workbook", recognises, read, check)
