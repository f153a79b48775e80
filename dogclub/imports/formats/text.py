"""Detection of a text file's encoding: UTF-8 as a rule, UTF-16 by its byte order mark, else a guessed one-byte
encoding.

A guess is reported in a note. Libraries that guess need pages of text and misread a sheet of ten names; here the
letters of the languages whose headings are known decide between the three encodings that spreadsheets write.
"""

import codecs
import io
from typing import BinaryIO

from django.utils.translation import gettext_lazy

from dogclub.imports.parsed.parsed_file import Unreadable

PIECE = 1 << 20
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
NO_TEXT = gettext_lazy("This file holds no text. Export it as CSV, XLSX or JSON first, and choose that.")
ONE_BYTE = {
    "cp1252": gettext_lazy("Western European"),
    "cp1250": gettext_lazy("Central European"),
    "mac_roman": "Macintosh",
}
GUESSED = gettext_lazy("The file is not written in UTF-8. It was read as {} text: look at names with accents.")
LETTERS = set("äöüßéèêëàâçîïôùûœæñáíóúãõìòåøąćęłńśźżčďěňřšťůž") | set("ÄÖÜÉÈÀÇÑÁÍÓÚÅØŁŚŻČŘŠŽ’–“”„€°«»\u00a0")


def encoding_of(file: BinaryIO) -> str:
    """Return Python's name of the encoding. Raise Unreadable if the file is not text; leave the file at its start."""
    head = file.read(4096)
    file.seek(0)
    for mark, name in MARKS.items():
        if head.startswith(mark):
            return name
    if b"\0" in head:
        return _without_mark(head)
    if _is_utf8(file):
        return "utf-8"
    if _is_noise(head):
        raise Unreadable(NO_TEXT)
    return _of_one_byte(_beyond_ascii(file))


def _beyond_ascii(file: BinaryIO) -> bytes:
    """Return the non-ASCII bytes of the first megabyte: only these differ between one-byte encodings."""
    content = file.read(PIECE)
    file.seek(0)
    return bytes(byte for byte in content if byte > 127)


def _of_one_byte(telling: bytes) -> str:
    """Return the encoding that decodes the most bytes to letters; the first of several equal ones."""

    def letters(name: str) -> int:
        return sum(character in LETTERS for character in telling.decode(name, errors="replace"))

    return max(ONE_BYTE, key=letters)


def _without_mark(head: bytes) -> str:
    """Return the UTF-16 byte order of text without a mark: Latin letters have a zero in every other byte. Raise
    Unreadable if they have not.
    """
    zeros = [head[0::2].count(0), head[1::2].count(0)]
    half = len(head) // 2
    if max(zeros) > 0.9 * half and min(zeros) == 0:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    raise Unreadable(NO_TEXT)


def _is_noise(head: bytes) -> bool:
    """Whether there are control characters that no text file has."""
    return any(byte < 32 and byte not in b"\t\n\r\f" for byte in head)


def _is_utf8(file: BinaryIO) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while piece := file.read(PIECE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    finally:
        file.seek(0)
    return True


def count_lines(file: BinaryIO) -> int:
    """Return the number of lines; leave the file at its start."""
    count = 1
    while piece := file.read(PIECE):
        count += piece.count(b"\n")
    file.seek(0)
    return count


def lines_of(file: BinaryIO, notes: list[str]) -> io.TextIOWrapper:
    """Return the file as a text stream that is decoded as it is read. Note a guessed encoding."""
    name = encoding_of(file)
    if name in ONE_BYTE:
        notes.append(GUESSED.format(ONE_BYTE[name]))
    return io.TextIOWrapper(file, encoding=name, errors="replace", newline="")


def as_utf8(file: BinaryIO, notes: list[str]) -> bytes:
    """Return the whole file in UTF-8. Note a guessed encoding."""
    name = encoding_of(file)
    content = file.read()
    if name == "utf-8":
        return content
    if name in ONE_BYTE:
        notes.append(GUESSED.format(ONE_BYTE[name]))
    return content.decode(name, errors="replace").encode()
