"""Endpoints for photos of sheets: upload one, and ask what was read on it."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Role, Scope
from clubs.pictures.reading import HOUR, PHOTO, PictureRefused, may_read_sheet
from dogclub.api.answers import job_json, shaped
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.messages import read_nothing
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
from dogclub.api.openapi import readings as words
from dogclub.api.openapi.operation import described
from dogclub.exchange.readings import keeping
from dogclub.models import SheetReading
from games.photos import read_sheet_photo

State = SheetReading.State
SAVED = gettext_lazy("This photo belongs to a match. Remove it on the page of the match, or undo the match.")


@described(GET=words.LIST_READINGS, POST=words.ADD_READING)
@endpoint("GET", "POST", reads=Scope.RECORD, writes=Scope.RECORD)
def sheet_photos(request: Request, slug: str) -> Response:
    """List, or add one."""
    access = _access(request, slug)
    if request.method == "POST":
        return _add(request, access)
    rows = SheetReading.objects.filter(club=access.club).select_related("job")
    return answer_read(request, page(request, rows, "-created_at", reading_json, "sheet_photos"))


def _add(request: Request, access: Access) -> Response:
    if not may_read_sheet(plain(request), access):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, PHOTO.most_bytes, PICTURE_TOO_LARGE) as file:
            photo = read_sheet_photo(file, file.size or 0)
    except PictureRefused as refused:
        raise picture_problem(refused) from refused
    row = keeping.store(access.club, access.user, photo)
    return created(request, reading_json(row), "api-sheet-photo", access.club.slug, row.pk)


@described(GET=words.READ_READING, DELETE=words.REMOVE_READING)
@endpoint("GET", "DELETE", reads=Scope.RECORD, writes=Scope.RECORD)
def sheet_photo(request: Request, slug: str, pk: UUID) -> Response:
    """Read, or delete one that is not saved."""
    access = _access(request, slug)
    if request.method != "DELETE":
        return answer_read(request, reading_json(keeping.find(access.club, pk)))
    read_nothing(request)
    with transaction.atomic():
        row = keeping.find(access.club, pk)
        if row.state == State.SAVED:
            raise Problem("refused", SAVED)
        keeping.drop(row)
    return Response(status=HTTPStatus.NO_CONTENT)


def reading_json(row: SheetReading) -> dict[str, Any]:
    """Return the photo with the document of `read-sheet`."""
    return shaped(words.READING, row, result=row.found or None, job=job_json(row.job))


def _access(request: Request, slug: str) -> Access:
    return club_access(plain(request), slug, Role.SCOREKEEPER)
