"""One match as documents: its sheet, its open record, and the sheet on paper."""

from typing import Any
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpResponseBase
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import match_access
from games.api.answers import public_sheet
from games.api.door import endpoint
from games.api.editions import answer, answer_file, of_match
from games.api.fingerprints import TROPHIES
from games.api.problems import Problem
from games.api.renderers import Pdf
from games.api.session import plain
from games.api.words import matches as words
from games.api.words.operation import told
from games.book import Book, open_book, read
from games.views.sheet_pdf import sheet_pdf
from leagues.models import Scope
from scoring.records import to_record


@told(GET=words.READ_SHEET)
@endpoint("GET", reads=Scope.TONIGHT)
def sheet(request: Request, pk: UUID) -> Response:
    """What the record adds up to, by names."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: public_sheet(open_book(access.match)))


@told(GET=words.READ_RECORD)
@endpoint("GET", reads=Scope.TONIGHT)
def record(request: Request, pk: UUID) -> Response:
    """What the scorekeeper knows: anybody can score it again."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: _record(open_book(access.match)))


def _record(book: Book) -> dict[str, Any]:
    entries = [read(book.engine, entry) for entry in book.shown]
    return to_record(book.engine, book.names, book.match.start_seats, book.options, entries)


@told(GET=words.PRINT_SHEET)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([Pdf])
def sheet_on_paper(request: Request, pk: UUID) -> HttpResponseBase:
    """The same file as on the match page."""
    edition = of_match(match_access(plain(request), pk, "watch"), TROPHIES)
    try:
        return answer_file(request, edition, lambda: sheet_pdf(plain(request), pk=pk))
    except BadRequest as error:
        raise Problem("query", str(error)) from error
