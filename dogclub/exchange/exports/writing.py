"""A table as a file: CSV streamed in pieces, Excel row by row, neither all in memory."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from io import BytesIO, StringIO
from itertools import chain, islice
from typing import IO

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import translation
from django.utils.text import slugify

from dogclub.exchange.exports.layout import (
    PIECE,
    Cell,
    Column,
    Grid,
    Kind,
    Seen,
    harmless,
    local,
)

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
    while piece := _in_english(rows):
        done += len(piece)
        yield _lines(piece)
        seen(done)


def _in_english(rows: Iterator[list[object]]) -> list[list[object]]:
    """Return the next rows, made in English; no language is active between two pieces of a streamed answer."""
    with language_of_file("csv"):
        return list(islice(rows, PIECE))


def language_of_file(form: str) -> AbstractContextManager[object]:
    """Return a block in the language of a file: a program reads CSV, in English; a person reads Excel, in theirs."""
    return translation.override(settings.LANGUAGE_CODE) if form == "csv" else nullcontext()


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
    from dogclub.exchange.exports.excel import write  # slow to import, and rarely needed

    write(grid, file, seen)


def answer(make: Callable[[], Grid], form: str, about: str) -> HttpResponseBase:
    """Make the table in the language of the file, and return it as "csv" or "xlsx". `about` begins its name: the club,
    match or player. Raise Http404 for any other `form`.
    """
    if form not in CONTENT:
        raise Http404
    with language_of_file(form):
        grid = make()
    response = _csv(grid) if form == "csv" else _xlsx(grid)
    response["Content-Type"] = CONTENT[form]
    response["Content-Disposition"] = f'attachment; filename="{name_of(grid, form, about)}"'
    return response


def name_of(grid: Grid, form: str, about: str) -> str:
    """Return the file's name."""
    return f"{slugify(about) or 'dog-club'}-{grid.key}.{form}"


def _csv(grid: Grid) -> HttpResponseBase:
    """Return a streamed response. The first piece is made before it is sent, so that an error is a page, not half a
    file.
    """
    pieces: Iterator[str] = csv_pieces(grid)
    head, first = next(pieces), next(pieces, "")
    return StreamingHttpResponse(chain([head, first], pieces))


def _xlsx(grid: Grid) -> HttpResponseBase:
    file = BytesIO()
    write_xlsx(grid, file)
    return HttpResponse(file.getvalue())
