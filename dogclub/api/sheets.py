"""Endpoints for a match as a document: sheet, open record, PDF and picture; and, without sign-in, a record’s score."""

from http import HTTPStatus
from typing import IO, cast
from uuid import UUID

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponseBase
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Scope
from clubs.pictures.reading import HOUR, PictureRefused, may_read_sheet
from dogclub.api.answers import public_sheet
from dogclub.api.http.endpoint import Jpeg, Pdf, Png, endpoint
from dogclub.api.http.etags import (
    TROPHIES,
    Edition,
    answer,
    answer_file,
    answer_read,
    check_match,
    of_club,
    of_match,
    tag_of,
)
from dogclub.api.http.messages import check_json, read_nothing
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
from dogclub.api.openapi import scoring as words
from dogclub.api.openapi.operation import described
from dogclub.exchange.archive.scope import schema as schema_of_archives
from games import photos
from games.access import MatchAccess, match_access
from games.entries.match_state import load, open_record
from games.match.printing import match_picture_answer, sheet_answer
from games.photos import LIMITS, photo_response, read_photo
from scoring import records
from scoring.records import read, score


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
    return answer(request, of_match(access), lambda: open_record(load(access.match)))


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
        return answer_file(request, of_match(access), lambda: match_picture_answer(plain(request), access.match))
    except BadRequest as error:
        raise Problem("query", str(error)) from error


# The endpoint for the photo of a match's paper sheet, for members only.


@described(GET=words.READ_PHOTO, PUT=words.PUT_PHOTO, DELETE=words.REMOVE_PHOTO)
@endpoint("GET", "PUT", "DELETE")
@renderer_classes([Jpeg, JSONRenderer])
def photo(request: Request, pk: UUID) -> HttpResponseBase:
    """Read, upload or remove the photo, the same as on its page."""
    is_read = request.method in ("GET", "HEAD")
    access = match_access(plain(request), pk, "watch" if is_read else "record")
    if not access.can_see_photo:
        raise Http404 if is_read else PermissionDenied
    if is_read:
        return answer_file(request, _edition(access), lambda: photo_response(access.photo))
    check_match(request, _edition(access))
    if request.method == "PUT":
        _put(request, access)
    else:
        read_nothing(request)
        photos.remove(access.match, access.writer)
    after = match_access(plain(request), pk, "watch")
    return Response(status=HTTPStatus.NO_CONTENT, headers={"ETag": tag_of(request, _edition(after))})


def _edition(access: MatchAccess) -> Edition:
    """The edition needs no query, since another photo has another key."""
    return of_club(access.club_access, photo=access.photo)


def _put(request: Request, access: MatchAccess) -> None:
    if not may_read_sheet(plain(request), access.club_access, str(access.match.pk)):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, LIMITS.most_bytes, PICTURE_TOO_LARGE) as file:
            kept = read_photo(cast("IO[bytes]", file.file), file.size or 0)
    except PictureRefused as refused:
        raise picture_problem(refused) from refused
    photos.put(access.match, kept, access.writer)


# Endpoints without sign-in: score a record without storing it, and the schemas of records and archives.


@described(POST=words.SCORE)
@endpoint("POST", anybody=True, rate="score")
def score_record(request: Request) -> Response:
    """Return the sheet of a record."""
    check_json(request)
    return Response(score(read(request.body)))


@described(GET=words.RECORD_SCHEMA)
@endpoint("GET", anybody=True)
def record_schema(request: Request, game: str) -> Response:
    """The JSON Schema of a game's record."""
    if game not in records.games():
        raise Http404
    return answer_read(request, records.schema(game))


@described(GET=words.ARCHIVE_SCHEMA)
@endpoint("GET", anybody=True)
def archive_schema(request: Request) -> Response:
    """The JSON Schema of the archive of a club."""
    return answer_read(request, schema_of_archives())
