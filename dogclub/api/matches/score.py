"""Endpoints without sign-in: score a record without storing it, and the schemas of records and archives."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.messages import check_json
from dogclub.api.openapi import scoring as words
from dogclub.api.openapi.operation import described
from dogclub.exchange.archive.scope import schema as schema_of_archives
from scoring import records
from scoring.records import read, score


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
