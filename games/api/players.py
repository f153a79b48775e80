"""Who plays in a club, over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import openapi
from games.api.session import Session, plain
from leagues.access import club_access
from leagues.models import Player


@extend_schema(**openapi.PLAYERS)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def players(request: Request, slug: str) -> Response:
    """Everybody in the book: who plays, who rests, who has left. Whoever was merged is in the one they became."""
    club = club_access(plain(request), slug, readers=True).club
    rows = club.players.prefetch_related("former_names").order_by("pk")
    return Response({"players": [player_json(row) for row in rows]})


def player_json(player: Player) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.name,
        "nickname": player.nickname,
        "label": player.label,
        "state": state(player),
        "guest": player.is_guest,
        "called_before": [str(row) for row in player.former_names.all()],
    }


def state(player: Player) -> str:
    if player.is_former:
        return "former"
    return "plays" if player.is_active else "rests"
