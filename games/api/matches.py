"""Matches over HTTP: read the sheet, write through the ledger."""

from collections.abc import Sequence
from http import HTTPStatus
from uuid import UUID

from django.core.exceptions import PermissionDenied
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import ledger
from games.access import MatchAccess, find_match, match_access
from games.api import openapi
from games.api.answers import entry_json, match_json
from games.api.session import Session, plain
from games.api.shapes import read_message
from games.book import open_book
from games.drafts import Draft
from games.models import Entry
from leagues.access import refuse
from scoring.base import RuleError


@extend_schema(**openapi.MATCH)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def match(request: Request, pk: UUID) -> Response:
    """The sheet of a match as it stands, with the version to write against."""
    return Response(match_json(open_book(match_access(plain(request), pk, "watch").match)))


@extend_schema(**openapi.ENTRIES)
@api_view(["POST"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def entries(request: Request, pk: UUID) -> Response:
    """Write entries, all or none. The same ids again get the same answer and change nothing."""
    access = _writing(request, pk)
    version, drafts = read_message(request.body)
    if not access.match.is_open and not access.can_correct and not _sent_before(pk, drafts):
        raise PermissionDenied
    try:
        written = ledger.record(pk, drafts, version=version, by=access.writer)
    except RuleError as error:
        error.name_players(open_book(access.match).names)
        raise
    answer = {
        "version": written.book.match.version,
        "again": written.again,
        "entries": [entry_json(written.book, entry) for entry in written.entries],
    }
    return Response(answer, HTTPStatus.OK if written.again else HTTPStatus.CREATED)


def _writing(request: Request, pk: UUID) -> MatchAccess:
    """Whoever may write on the sheet, or might before it was finished: the last answer may have been lost."""
    access = find_match(plain(request), pk)
    if access is None or not (access.can_record or access.tablet):
        raise refuse(plain(request), access.club_access if access else None)
    return access


def _sent_before(pk: UUID, drafts: Sequence[Draft]) -> bool:
    ids = {draft.id for draft in drafts}
    return Entry.objects.filter(match=pk, pk__in=ids).count() == len(ids)
