"""How strong everybody is thought to be, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import openapi
from games.api.session import Session, plain
from games.league import ratings
from games.models import Rating
from games.rooms import ROOMS
from leagues.access import club_access


@extend_schema(**openapi.RATINGS)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def ratings_of_club(request: Request, slug: str) -> Response:
    """The ratings of a game, in the order of the page: the safest to call strong first."""
    club = club_access(plain(request), slug, readers=True).club
    game = request.query_params.get("game", ROOMS[0].key)
    if game not in {room.key for room in ROOMS}:
        raise NotFound(f"There is no game called {game} here.")
    return Response({"game": game, "ratings": [_json(row) for row in ratings.table(club, game)]})


def _json(row: Rating) -> dict[str, Any]:
    now = row.estimate
    return {
        "player": row.player_id,
        "name": row.player.label,
        "rating": now.mu,
        "plus_minus": now.spread,
        "at_least": now.cautious,
        "provisional": now.is_provisional,
        "matches": row.number,
        "since": row.at,
    }
