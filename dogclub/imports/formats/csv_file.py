"""Reader for sheets as CSV, with comma, semicolon, tab or bar as the delimiter."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, TextIO

from django.utils.translation import gettext as _

from clubs.models import Club
from dogclub.exports.grids.formula_escaping import as_written
from dogclub.imports.formats.text import count_lines, encoding_of, lines_of
from dogclub.imports.parsed.parsed_file import MOST_ROWS, ParsedFile, Reader, Unreadable
from dogclub.imports.parsed.words import meaning_of
from dogclub.imports.sheets.games import TOO_MANY
from dogclub.imports.sheets.read import Sheet, read_sheets

DELIMITERS = "\t;|,"  # the most likely first: a comma may be part of a number
SAID = re.compile(r"sep=(.)\s*", re.IGNORECASE)  # a first line that Excel writes
SAMPLE = 20  # first lines, from which the delimiter is guessed
ENDS = (".csv", ".tsv", ".txt", ".tab")
LONGEST_HEAD = 10_000
LONGEST_CELL = 20_000
LONGEST_LINE = 50_000
MOST_LINES_A_ROW = 100


def recognises(head: bytes, name: str) -> bool:
    """Whether the file name has a CSV ending, or the first line has a heading that means "player"."""
    return name.lower().endswith(ENDS) or "player" in _columns(head.split(b"\n", 1)[0].decode("utf-8-sig", "replace"))


def _columns(line: str) -> set[str]:
    return {meaning_of(word.strip(' "\r')) for word in re.split(r"[,;|\t]", line[:LONGEST_HEAD])}


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    size = count_lines(file)
    text = lines_of(file, notes)
    head = [text.readline(LONGEST_HEAD) for _ in range(SAMPLE)]
    if len(head[0]) >= LONGEST_HEAD:
        raise Unreadable(_("The first row is far too long. Is this a CSV file?"))
    text.seek(0)
    said = SAID.fullmatch(head[0])
    rows = _rows(text, said[1] if said else _delimiter(head))
    return read_sheets(
        [Sheet("", ((line, cells) for line, cells in rows if not (said and line == 1)))], corrections, notes, size
    )


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
        raise Unreadable(TOO_MANY)


CSV_FILE = Reader("csv", "CSV", recognises, read, check)
