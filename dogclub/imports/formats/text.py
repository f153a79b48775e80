"""What a text file is written in: UTF-8 as a rule, UTF-16 by its marks, Latin letters as a guess that is said aloud."""

import codecs
import io
from typing import BinaryIO

from dogclub.imports.parsed.parsed_file import Unreadable

PIECE = 1 << 20
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
NO_TEXT = "This file holds no text. Export it as CSV, XLSX or JSON first, and choose that."
GUESSED = "The file is not written in UTF-8. It was read as Western European text: look at names with accents."


def encoding_of(file: BinaryIO) -> str:
    """The name Python has for it. Raises Unreadable where it is no text; leaves the file at its start."""
    head = file.read(4096)
    file.seek(0)
    for mark, name in MARKS.items():
        if head.startswith(mark):
            return name
    if b"\0" in head:
        return _without_mark(head)
    encoding = "utf-8" if _is_utf8(file) else "cp1252"
    if encoding == "cp1252" and _is_noise(head):
        raise Unreadable(NO_TEXT)
    return encoding


def _without_mark(head: bytes) -> str:
    """Latin letters in UTF-16 have a zero at every other byte."""
    zeros = [head[0::2].count(0), head[1::2].count(0)]
    half = len(head) // 2
    if max(zeros) > 0.9 * half and min(zeros) == 0:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    raise Unreadable(NO_TEXT)


def _is_noise(head: bytes) -> bool:
    odd = sum((byte < 32 and byte not in b"\t\n\r\f") or byte in b"\x81\x8d\x8f\x90\x9d" for byte in head)
    return odd > 0


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
    """Leaves the file at its start."""
    count = 1
    while piece := file.read(PIECE):
        count += piece.count(b"\n")
    file.seek(0)
    return count


def lines_of(file: BinaryIO, notes: list[str]) -> io.TextIOWrapper:
    """The file as text, read as it is asked for. A guess is noted."""
    name = encoding_of(file)
    if name == "cp1252":
        notes.append(GUESSED)
    return io.TextIOWrapper(file, encoding=name, errors="replace", newline="")


def as_utf8(file: BinaryIO, notes: list[str]) -> bytes:
    """The whole file in UTF-8, without a mark."""
    name = encoding_of(file)
    content = file.read()
    if name == "utf-8":
        return content
    if name == "cp1252":
        notes.append(GUESSED)
    return content.decode(name, errors="replace").encode()
