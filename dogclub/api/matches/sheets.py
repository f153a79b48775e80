"""Endpoints for a match as a document: sheet, open record, PDF and picture."""

from typing import Any
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponseBase
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Scope
from dogclub.api.answers.match_answers import public_sheet
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, answer_file, of_match
from dogclub.api.http.fingerprints import TROPHIES
from dogclub.api.http.problems import Problem
from dogclub.api.http.renderers import Pdf, Png
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import sheets as words
from dogclub.api.openapi.operation import described
from games.access import match_access
from games.entries.match_state import MatchState, load, read
from games.match.picture import picture_answer
from games.match.printing import sheet_answer
from scoring.records import to_record


@described(GET=words.READ_SHEET)
@endpoint("GET", reads=Scope.TONIGHT)
def sheet(request: Request, pk: UUID) -> Response:
    """The sheet with names, without what is not public yet."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: public_sheet(load(access.match)))


@described(GET=words.READ_RECORD)
@endpoint("GET", reads=Scope.TONIGHT)
def record(request: Request, pk: UUID) -> Response:
    """The open record, which any program can score."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: _record(load(access.match)))


def _record(state: MatchState) -> dict[str, Any]:
    entries = [read(state.engine, entry) for entry in state.shown]
    return to_record(state.engine, state.names, state.match.start_seats, state.options, entries)


@described(GET=words.PRINT_SHEET)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([Pdf])
def sheet_on_paper(request: Request, pk: UUID) -> HttpResponseBase:
    """The same PDF as on the match page."""
    access = match_access(plain(request), pk, "watch")
    edition = of_match(access, TROPHIES)
    try:
        return answer_file(request, edition, lambda: sheet_answer(plain(request), access.match))
    except BadRequest as error:
        raise Problem("query", str(error)) from error


@described(GET=words.PICTURE)
@endpoint("GET", reads=Scope.TONIGHT)
@renderer_classes([Png])
def picture(request: Request, pk: UUID) -> HttpResponseBase:
    """The same picture as on the match page: for members, of a finished match."""
    access = match_access(plain(request), pk, "watch")
    if not access.club_access.is_member or access.match.finished_at is None:
        raise Http404
    try:
        return answer_file(request, of_match(access), lambda: picture_answer(plain(request), access.match))
    except BadRequest as error:
        raise Problem("query", str(error)) from error
