"""The sheet layout as CSV, with whatever stands between its values: comma, semicolon or tab."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, TextIO

from clubs.models import Club
from dogclub.exports.grids.blocks import column_of
from dogclub.exports.grids.formula_escaping import as_written
from dogclub.imports.formats import tables
from dogclub.imports.formats.tables import DAYS
from dogclub.imports.formats.text import count_lines, encoding_of, lines_of
from dogclub.imports.parsed.parsed_file import MOST_ROWS, ParsedFile, Reader, Unreadable

DELIMITERS = ",;\t"
ENDS = (".csv", ".tsv", ".txt")
LONGEST_CELL = 20_000
LONGEST_LINE = 50_000
MOST_LINES_A_ROW = 100


def recognises(head: bytes, name: str) -> bool:
    """By its name; else by a first line that names players."""
    return name.lower().endswith(ENDS) or "player" in _columns(head.split(b"\n", 1)[0].decode("utf-8-sig", "replace"))


def _columns(line: str) -> set[str]:
    words = [word.strip(' "\r') for word in line.replace(";", ",").replace("\t", ",").split(",")]
    return {column_of(DAYS.get(word.casefold(), word)) for word in words}


def read(file: BinaryIO, club: Club, mends: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    size = count_lines(file)
    text = lines_of(file, notes)
    head = text.readline(tables.LONGEST_ROW)
    if len(head) >= tables.LONGEST_ROW:
        raise Unreadable("The first row is far too long. Is this a CSV file?")
    text.seek(0)
    delimiter = max(DELIMITERS, key=head.count)
    return ParsedFile(tables.matches(_rows(text, delimiter), mends, notes), notes, size)


class _Lines:
    """The file’s lines, as long as they are lines of a sheet: the parser itself would swallow anything."""

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
            raise Unreadable(f"Line {self.number} is far too long for a row of a sheet.")
        if self.since > MOST_LINES_A_ROW:
            raise Unreadable(f"From row {self.number - self.since + 1} on this is not CSV: the quotes do not end.")
        return line


def _rows(text: TextIO, delimiter: str) -> Iterator[tuple[int, Sequence[str]]]:
    csv.field_size_limit(LONGEST_CELL)
    lines, line = _Lines(text), 1
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            yield line, [as_written(cell) if cell[:1] == "'" else cell for cell in row]
            line, lines.since = lines.number + 1, 0
    except csv.Error as error:
        why = "a cell is far too long" if "field larger" in str(error) else "the quotes do not end"
        raise Unreadable(f"From row {line} on this is not CSV: {why}.") from None


def check(file: BinaryIO) -> None:
    encoding_of(file)
    if count_lines(file) > MOST_ROWS:
        raise Unreadable(tables.TOO_MANY)


CSV_FILE = Reader("csv", "CSV", recognises, read, check)
