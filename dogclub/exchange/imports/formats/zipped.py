"""Zipped spreadsheets, looked over before anything parses them: sizes, elements and sheets are counted, and a part can
be read a few times at most.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from typing import IO, Any, BinaryIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import grouped
from dogclub.exchange.imports.parsed_file import MOST_ROWS, MOST_SHEETS, Unreadable

ZIP = b"PK\x03\x04"
MOST_MEMBERS = MOST_SHEETS + 1_000
LARGEST_UNPACKED = 150_000_000  # bytes unpacked: some 300,000 rows
RATIO = 100  # highest allowed ratio of unpacked to packed size; a workbook of scores has about 10
SMALL = 1_000_000
PIECE = 1 << 20
BROKEN = gettext_lazy("This is not a workbook that can be read. Save it again as XLSX, or as CSV.")
BOMB = gettext_lazy("This file unpacks to far more than any score sheet. Save only the sheet with the scores.")
ROW, TABLE_ROW, SHEET = b"row", b"table-row", b"sheetId"
LONGEST_ROW = 1_000_000  # bytes of one row
# By a part of the member's name: the element to count, how many are allowed, and how many bytes.
LIMITS = {
    "xl/worksheets/sheet": (ROW, MOST_ROWS, LARGEST_UNPACKED),
    "content.xml": (TABLE_ROW, MOST_ROWS, LARGEST_UNPACKED),
    "xl/sharedStrings": (b"si", 100_000, 20_000_000),
    "": (b"", 200_000, 2_000_000),
}
TABLES = re.compile(rb"xmlns:(\w{1,20})=[\"']urn:oasis:names:tc:opendocument:xmlns:table:1\.0[\"']")
ROOT = re.compile(rb"<(?![?!])(?:(\w{1,20}):)?\w")  # the first element; programs differ in the prefix of all elements
DECLARED = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
READS = 8  # times that the parts of a file may be read, taken together
STRICT = {  # names in a workbook saved as “Strict Open XML”, and those that every program reads
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
}


class Rationed(zipfile.ZipFile):
    """A zip whose parts may be read READS times: a thousand sheets that name one part are refused."""

    _left = -1

    def open(self, name: Any, *args: Any, **kwargs: Any) -> IO[bytes]:
        """Open a part. Raise Unreadable if too much was read already."""
        if self._left < 0:
            self._left = READS * sum(member.file_size for member in self.infolist())
        self._left -= self.getinfo(getattr(name, "filename", name)).file_size
        if self._left < 0:
            raise Unreadable(BOMB)
        return super().open(name, *args, **kwargs)


def look_over(file: BinaryIO) -> int:
    """Return the number of rows in the largest sheet. Raise Unreadable if the zip would unpack to too much, or
    declares XML entities. Keep nothing in memory.
    """
    rows = 0
    try:
        with zipfile.ZipFile(file) as archive:
            check_sizes(archive.infolist())
            for member in archive.infolist():
                if member.filename.endswith((".xml", ".rels")):
                    rows = max(rows, _look_over(archive, member))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        raise Unreadable(BROKEN) from None
    file.seek(0)
    return rows


def too_many_sheets() -> str:
    """Return the message for a file with too many sheets."""
    return _("More than {most} sheets in one file. Save only those with scores.").format(most=grouped(MOST_SHEETS))


def check_sizes(members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise Unreadable if the members of a zip say that they unpack to too much."""
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > LARGEST_UNPACKED:
        raise Unreadable(BOMB)
    if any(each.file_size > SMALL and each.file_size > RATIO * max(each.compress_size, 1) for each in members):
        raise Unreadable(BOMB)


def _look_over(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    """Return the number of rows in one member. The sizes in the zip's directory may be false, so that bytes and
    elements are counted.
    """
    name, most, largest = next(limits for part, limits in LIMITS.items() if part in member.filename)
    size = count = gap = sheets = 0
    tail = thing = b""
    with archive.open(member) as content:
        while piece := content.read(PIECE):
            if DECLARED.search(tail + piece) or b"\0" in piece[:200]:
                raise Unreadable(_("This workbook declares XML entities, which no spreadsheet writes. It is not read."))
            thing = thing or _beginning(name, piece)
            sheets += 0 if name else piece.count(SHEET)
            if sheets > MOST_SHEETS:
                raise Unreadable(too_many_sheets())
            parts = piece.split(thing)
            size, count = size + len(piece), count + len(parts) - 1
            gap = max(gap + len(parts[0]), *map(len, parts)) if len(parts) > 1 else gap + len(piece)
            if size > largest or gap > LONGEST_ROW:
                raise Unreadable(BOMB)
            if count > most:
                raise Unreadable(
                    _("More than {most} rows in one sheet. Split it, and import a part at a time.").format(
                        most=grouped(most)
                    )
                )
            gap, tail = len(parts[-1]) if len(parts) > 1 else gap, piece[-16:]
    return count if name in (ROW, TABLE_ROW) else 0


def _beginning(name: bytes, head: bytes) -> bytes:
    """Return the first bytes of an element, with the prefix that the file gives it; “<” alone without a name."""
    found = TABLES.search(head) if name == TABLE_ROW else ROOT.search(head)
    prefix = found[1] + b":" if found and found[1] and name else b""
    return b"<" + prefix + name


def transitional(file: BinaryIO) -> BinaryIO:
    """Return a workbook saved as “Strict Open XML” with the names that all programs use; any other file as it is."""
    with zipfile.ZipFile(file) as old:
        head = old.open("xl/workbook.xml").read(PIECE) if "xl/workbook.xml" in old.namelist() else b""
        if not any(name in head for name in STRICT):
            file.seek(0)
            return file
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
            for member in old.infolist():
                with old.open(member) as content, new.open(member.filename, "w") as written:
                    piece = content.read(2 * PIECE)  # a sheet declares its names at its beginning
                    for name, other in STRICT.items():
                        piece = piece.replace(name, other)
                    while piece:
                        written.write(piece)
                        piece = content.read(PIECE)
    copy.seek(0)
    return copy
