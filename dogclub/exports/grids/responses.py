"""Responses with a table as a file: CSV streamed in pieces, Excel as a whole."""

from collections.abc import Iterator
from io import BytesIO
from itertools import chain

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.text import slugify

from dogclub.exports.grids.grid import Grid
from dogclub.exports.grids.writing import CONTENT, csv_pieces, write_xlsx


def answer(grid: Grid, form: str, about: str) -> HttpResponseBase:
    """Return the file as "csv" or "xlsx". `about` begins its name: the club, match or player. Raise Http404 for any
    other `form`.
    """
    if form not in CONTENT:
        raise Http404
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
