"""Writers of a table: CSV in pieces, and Excel row by row, neither all in memory."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from itertools import islice
from typing import IO

from dogclub.exports.grids.formula_escaping import harmless
from dogclub.exports.grids.grid import PIECE, Cell, Column, Grid, Kind, Seen, local

MARK = "\ufeff"  # byte order mark, by which Excel recognises UTF-8
CONTENT = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def unseen(_rows: int) -> None:
    """Ignore the progress: most tables are written too fast to show it."""


def csv_pieces(grid: Grid, *, mark: bool = True, seen: Seen = unseen) -> Iterator[str]:
    """Yield CSV by RFC 4180, lines ending in CRLF, texts that look like a formula escaped; `mark` adds a byte order
    mark.
    """
    yield (MARK if mark else "") + _lines([[harmless(column.title) for column in grid.columns]])
    rows = (_plain(grid.columns, row) for row in grid.rows)
    done = 0
    while piece := list(islice(rows, PIECE)):
        done += len(piece)
        yield _lines(piece)
        seen(done)


def _lines(rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _plain(columns: Sequence[Column], row: Sequence[Cell]) -> list[object]:
    return [_in_csv(column.kind, cell) for column, cell in zip(columns, row, strict=True)]


def _in_csv(kind: Kind, cell: Cell) -> object:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{local(cell):%Y-%m-%d %H:%M}"
    if isinstance(cell, float):
        return f"{cell:.10g}"
    return harmless(str(cell)) if kind is Kind.TEXT else cell


def write_xlsx(grid: Grid, file: IO[bytes], seen: Seen = unseen) -> None:
    """Write one sheet with bold, frozen headings; numbers and dates are typed, texts are text. Raise TooLong."""
    from dogclub.exports.grids.excel import write

    write(grid, file, seen)
