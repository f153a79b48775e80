"""Records in, sheets out, for anybody: nothing is kept."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes, throttle_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle

from games.api import openapi
from scoring import schema
from scoring.records import read, score


class ScoreThrottle(AnonRateThrottle):
    """Nobody is signed in here, so it counts by address."""

    scope = "score"
    rate = "120/min"


@extend_schema(**openapi.SCORE)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@throttle_classes([ScoreThrottle])
def score_record(request: Request) -> Response:
    """The sheet a record adds up to."""
    return Response(score(read(request.body)))


@extend_schema(**openapi.RECORD_SCHEMA)
@api_view(["GET"])
@authentication_classes([])
@permission_classes([AllowAny])
def record_schema(request: Request, game: str) -> Response:
    """The JSON Schema of a game's record."""
    if game not in schema.games():
        raise Http404
    return Response(schema.schema(game))
