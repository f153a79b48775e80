"""Reader for sheets as CSV, with comma, semicolon, tab or bar as the delimiter."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, BinaryIO, TextIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exchange.exports.layout import as_written
from dogclub.exchange.imports.moments import meaning_of
from dogclub.exchange.imports.parsed_file import MOST_ROWS, ParsedFile, Reader, Unreadable
from dogclub.exchange.imports.sheets.games import too_many_rows
from dogclub.exchange.imports.sheets.read import Sheet, read_sheets
from dogclub.exchange.imports.sheets.settings import CODE_PAGES, ENCODING

# Detection of a text file's encoding: UTF-8 as a rule, UTF-16 by its byte order mark, else a guessed code page.
# A guess is reported in a note, and for a sheet another can be chosen beside five of its words. Libraries that guess
# need pages of text and misread a sheet of ten names; here letters decide that stand in words.


PIECE = 1 << 20
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
NO_TEXT = gettext_lazy("This file holds no text. Export it as CSV, XLSX or JSON first, and choose that.")
GUESSED = gettext_lazy("The file is not written in UTF-8. It was read as {} text: look at names with accents.")
GUESSES = ("cp1252", "cp1250", "cp1254", "mac_roman", "cp850", "cp852")
CYRILLIC = ("cp1251", "koi8_r", "cp866")
LETTERS = set("äöüßéèêëàâçîïôùûœæñáíóúãõìòåøąćęłńśźżčďěňřšťůžğışÄÖÜÉÈÀÇÑÁÍÓÚÅØŁŚŻČŘŠŽĞİŞ")
SIGNS = set("’–“”„€°«»\u00a0")
EXAMPLES = 5  # words shown in each code page
WORD = re.compile(rb"[A-Za-z'.\x80-\xff-]*[\x80-\xff][A-Za-z'.\x80-\xff-]*")


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
    content = file.read(PIECE)
    file.seek(0)
    return guessed(content)


def guessed(content: bytes) -> str:
    """Return the code page that makes most of the signs beyond ASCII letters within words; the first of several equal
    ones. Where most letters are such signs, it is a Cyrillic one, and most letters are small.
    """
    beyond = sum(byte > 127 for byte in content)
    if beyond > sum(chr(byte).isalpha() for byte in content if byte < 128):

        def small(name: str) -> int:
            return sum("а" <= character <= "ё" for character in content.decode(name, errors="replace"))

        return max(CYRILLIC, key=small)

    def fitting(name: str) -> int:
        text = content.decode(name, errors="replace")
        return sum(_fits(text, at) for at, character in enumerate(text) if not character.isascii())

    return max(GUESSES, key=fitting)


def _fits(text: str, at: int) -> bool:
    """Whether a sign is a letter of a language whose headings are known, or one that stands between words."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    within = before.isalpha() and after.isalpha()
    if text[at].isupper() and (before.islower() or (before.isalpha() and after.islower())):
        return False  # no capital stands within a word
    return text[at] in LETTERS or (text[at] in SIGNS and (not within or text[at] == "’"))


def code_pages(file: BinaryIO, chosen: str = "") -> dict[str, Any]:
    """Return for the page how a text file that is not UTF-8 can be read: {"encoding": the one in use, "encodings":
    [[code, five of its words in it]]}; {} for any other. Leave the file at its start.
    """
    name = encoding_of(file)
    if name not in CODE_PAGES:
        return {}
    content = file.read(PIECE)
    file.seek(0)
    words = list(dict.fromkeys(WORD.findall(content)))[:EXAMPLES]
    read = [[code, [word.decode(code, errors="replace")[:30] for word in words]] for code in CODE_PAGES]
    return {"encoding": chosen or name, "encodings": read}


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


def lines_of(file: BinaryIO, notes: list[str], chosen: str = "") -> io.TextIOWrapper:
    """Return the file as a text stream that is decoded as it is read: where it is not UTF-8, in the `chosen` code page
    or in a guessed one, which is noted.
    """
    name = encoding_of(file)
    if name in CODE_PAGES:
        notes += [] if chosen else [GUESSED.format(CODE_PAGES[name])]
        name = chosen or name
    return io.TextIOWrapper(file, encoding=name, errors="replace", newline="")


def as_utf8(file: BinaryIO, notes: list[str]) -> bytes:
    """Return the whole file in UTF-8. Note a guessed encoding."""
    name = encoding_of(file)
    content = file.read()
    if name == "utf-8":
        return content
    if name in CODE_PAGES:
        notes.append(GUESSED.format(CODE_PAGES[name]))
    return content.decode(name, errors="replace").encode()


DELIMITERS = "\t;|,"  # the most likely first: a comma may be part of a number
SAID = re.compile(r"sep=(.)\s*", re.IGNORECASE)  # a first line that Excel writes
SAMPLE = 20  # first lines, from which the delimiter is guessed
ENDS = (".csv", ".tsv", ".txt", ".tab")
LONGEST_HEAD = 10_000
LONGEST_CELL = 20_000
LONGEST_LINE = 50_000
MOST_LINES_A_ROW = 100


CHAT = re.compile(
    r"[\s\ufeff\u200e]*\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u202f]?[ap]\.?m\.?)?\]?"
    r"(?: -)? [^:\n]{1,60}: ",
    re.IGNORECASE,
)
OF_A_CHAT = gettext_lazy(
    "This is a chat, not a score sheet. Copy the results into a table first: a day, and what each player had on it."
)


def is_chat(head: bytes) -> bool:
    """Whether this begins as a chat that was exported from a phone: a time, a name and a message."""
    return bool(CHAT.match(head[:LONGEST_HEAD].decode("utf-8", "replace")))


def recognises(head: bytes, name: str) -> bool:
    """Whether the file name has a CSV ending, or the first line has a heading that means "player", or is of a chat."""
    return (
        name.lower().endswith(ENDS)
        or is_chat(head)
        or "player" in _columns(head.split(b"\n", 1)[0].decode("utf-8-sig", "replace"))
    )


def _columns(line: str) -> set[str]:
    return {meaning_of(word.strip(' "\r')) for word in re.split(r"[,;|\t]", line[:LONGEST_HEAD])}


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    chosen = corrections.get(ENCODING, "")
    pages = code_pages(file, chosen)
    sheet, size = sheet_of(file, notes, chosen=chosen)
    found = read_sheets([sheet], club, corrections, notes, size)
    return replace(found, layout={**found.layout, **pages})


def sheet_of(file: BinaryIO, notes: list[str], name: str = "", chosen: str = "") -> tuple[Sheet, int]:
    """Return the sheet under this name, and its number of lines; `chosen` is its code page. Raise Unreadable."""
    size = count_lines(file)
    if is_chat(file.read(LONGEST_HEAD)):
        raise Unreadable(OF_A_CHAT)
    file.seek(0)
    text = lines_of(file, notes, chosen)
    head = [text.readline(LONGEST_HEAD) for _ in range(SAMPLE)]
    if len(head[0]) >= LONGEST_HEAD:
        raise Unreadable(_("The first row is far too long. Is this a CSV file?"))
    text.seek(0)
    said = SAID.fullmatch(head[0])
    rows = _rows(text, said[1] if said else _delimiter(head))
    return Sheet(name, ((line, cells) for line, cells in rows if not (said and line == 1))), size


def _delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that splits the most lines into the same number of cells."""
    plain = [re.sub(r'"[^"]*"', "", line) for line in lines if line.strip()]

    def fits(delimiter: str) -> int:
        counts = Counter(count for line in plain if (count := line.count(delimiter)))
        return counts.most_common(1)[0][1] if counts else 0

    return max(DELIMITERS, key=fits)


class _Lines:
    """The file's lines for `csv.reader`, which itself has no limits: raises Unreadable for a line that is too long,
    and for a row of more than MOST_LINES_A_ROW lines. `since` counts the lines of the current row.
    """

    def __init__(self, text: TextIO) -> None:
        self._text, self.number, self.since = text, 0, 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._text.readline(LONGEST_LINE)
        if not line:
            raise StopIteration
        self.number += 1
        self.since += 1
        if len(line) >= LONGEST_LINE:
            raise Unreadable(_("Line {number} is far too long for a row of a sheet.").format(number=self.number))
        if self.since > MOST_LINES_A_ROW:
            raise Unreadable(
                _("From row {number} on this is not CSV: the quotes do not end.").format(
                    number=self.number - self.since + 1
                )
            )
        return line


def _rows(text: TextIO, delimiter: str) -> Iterator[tuple[int, Sequence[str]]]:
    csv.field_size_limit(LONGEST_CELL)
    lines, line = _Lines(text), 1
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            yield line, [as_written(cell) if cell[:1] == "'" else cell for cell in row]
            line, lines.since = lines.number + 1, 0
    except csv.Error as error:
        words = _("From row {number} on this is not CSV: the quotes do not end.")
        if "field larger" in str(error):
            words = _("From row {number} on this is not CSV: a cell is far too long.")
        raise Unreadable(words.format(number=line)) from None


def check(file: BinaryIO) -> None:
    encoding_of(file)
    if count_lines(file) > MOST_ROWS:
        raise Unreadable(too_many_rows())


CSV_FILE = Reader("csv", "CSV", recognises, read, check)
