"""Reader for several sheets in one zip, such as a folder with a file for each night: read together, as one import."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exchange.imports.formats import csv_file, spreadsheets
from dogclub.exchange.imports.formats.bg_stats import BG_STATS
from dogclub.exchange.imports.formats.csv_file import CSV_FILE
from dogclub.exchange.imports.formats.escalier import ESCALIER_LINK
from dogclub.exchange.imports.formats.escalier_files import ESCALIER_CSV, ESCALIER_JSON
from dogclub.exchange.imports.formats.records import ARCHIVE, JSON_RECORDS
from dogclub.exchange.imports.formats.spreadsheets import OPEN_DOCUMENT, WORKBOOK
from dogclub.exchange.imports.formats.zipped import BOMB, ZIP, check_sizes, too_many_sheets
from dogclub.exchange.imports.parsed_file import MOST_SHEETS, ParsedFile, Reader, Unreadable
from dogclub.exchange.imports.sheets.read import Sheet, read_sheets
from dogclub.exchange.imports.sheets.settings import ENCODING
from games.base.names import listed

ENDS = (*csv_file.ENDS, ".xlsx", ".ods")
MOST_BYTES = 40_000_000  # of all files together, unpacked
LONGEST_NAME = 60
FIRST_BYTES = 4096
NONE = gettext_lazy("There is no sheet in this ZIP. Put CSV, XLSX or ODS files into it.")
BROKEN = gettext_lazy("This ZIP cannot be opened. Make it again, or choose its files one by one.")


def recognises(head: bytes, name: str) -> bool:
    """Whether this is a zip that begins with a sheet, or with a folder and is called a zip."""
    if not head.startswith(ZIP):
        return False
    first = head[30 : 30 + int.from_bytes(head[26:28], "little")].decode("utf-8", "replace").lower()
    return first.endswith(ENDS) or (name.lower().endswith(".zip") and "/" in first and not first.startswith("xl/"))


def check(file: BinaryIO) -> None:
    with _opened(file) as archive:
        members = archive.infolist()
        check_sizes(members)
        if sum(member.file_size for member in members) > MOST_BYTES:
            raise Unreadable(BOMB)
        if any(member.flag_bits & 1 for member in members):
            raise Unreadable(spreadsheets.LOCKED)
        if not (found := [*_members(archive)]):
            raise Unreadable(NONE)
        if len(found) > MOST_SHEETS:
            raise Unreadable(too_many_sheets())
    file.seek(0)


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    check(file)
    notes: list[str] = []
    sheets: list[Sheet] = []
    chosen, pages = corrections.get(ENCODING, ""), dict[str, Any]()
    with _opened(file) as archive:
        for path in _members(archive):
            content = archive.read(path)
            sheets += _sheets(path, content, notes, chosen)
            if path.lower().endswith(csv_file.ENDS):
                pages = pages or csv_file.code_pages(io.BytesIO(content), chosen)
            if len(sheets) > MOST_SHEETS:
                raise Unreadable(too_many_sheets())
        others = [name for name in archive.namelist() if name not in {*_members(archive)} and _is_file(name)]
    if others:
        words = _("Not read from the ZIP: {files}.")
        notes.append(words.format(files=listed(PurePosixPath(name).name[:40] for name in others[:5])))
    found = read_sheets(sheets, club, corrections, [*dict.fromkeys(notes)])
    return replace(found, layout={**found.layout, **pages})


def _opened(file: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, EOFError):
        raise Unreadable(BROKEN) from None


def _members(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield the paths of the sheets, in the order of their names."""
    yield from sorted(name for name in archive.namelist() if name.lower().endswith(ENDS) and _is_file(name))


def _is_file(path: str) -> bool:
    """Whether this is a file that somebody put there, and not a folder or what a system adds."""
    parts = PurePosixPath(path).parts
    return not path.endswith("/") and not any(part.startswith((".", "__MACOSX")) for part in parts)


def _sheets(path: str, content: bytes, notes: list[str], chosen: str) -> list[Sheet]:
    """Return the sheets of one file, under its name. Raise Unreadable, which says the name."""
    file, head = io.BytesIO(content), content[:FIRST_BYTES]
    name = path[: -len(PurePosixPath(path).suffix)][-LONGEST_NAME:]
    try:
        if spreadsheets.is_open_document(head, path):
            found = spreadsheets.sheets_of_open_document(file)[0]
        elif spreadsheets.is_workbook(head, path):
            spreadsheets.check_workbook(file)
            found = spreadsheets.sheets_of_workbook(file)[0]
        else:
            return [csv_file.sheet_of(file, notes, name, chosen)[0]] if content.strip() else []
    except Unreadable as error:
        raise Unreadable(f"{PurePosixPath(path).name}: {error}") from error
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise Unreadable(f"{PurePosixPath(path).name}: {BROKEN}") from None
    return [Sheet(f"{name} {sheet.name}"[-LONGEST_NAME:] if found[1:] else name, sheet.rows) for sheet in found]


def as_zip(files: "Iterable[UploadedFile[Any]]") -> io.BytesIO:
    """Return a zip of these files, to be stored and read as one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, file in enumerate(files, 1):
            name = PurePosixPath((file.name or "").replace("\\", "/")).name or str(number)
            name = name if name not in archive.namelist() else f"{number}-{name}"
            with archive.open(name, "w") as member:
                for piece in file.chunks():
                    member.write(piece)
    packed.seek(0)
    return packed


SEVERAL_FILES = Reader("files", gettext_lazy("several sheets in a ZIP"), recognises, read, check)


# The list of readers, one for each file format that can be imported. The first that recognises a file reads it.

READERS: Sequence[Reader] = (
    ARCHIVE,
    BG_STATS,
    ESCALIER_LINK,
    ESCALIER_JSON,
    ESCALIER_CSV,
    SEVERAL_FILES,
    OPEN_DOCUMENT,
    WORKBOOK,
    JSON_RECORDS,
    CSV_FILE,
)


def reader_of(head: bytes, name: str) -> Reader | None:
    """Return the reader for a file by its first bytes and its name, or None."""
    return next((reader for reader in READERS if reader.recognises(head, name)), None)


def find(key: str) -> Reader:
    """Return a reader by its key. Raise KeyError if there is none."""
    return {reader.key: reader for reader in READERS}[key]
