"""Seasons and their tables, for programs."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import openapi
from games.api.session import Session, plain
from games.league.standings import Table, scheme_of
from games.league.standings.reading import Board, read
from leagues.access import club_access
from leagues.models import Season, Standing
from scoring.standings import scheme_to_json

COLUMNS = ("place", "points", "played", "nights", "wins", "losses", "total", "best")


@extend_schema(**openapi.SEASONS)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def seasons_of_club(request: Request, slug: str) -> Response:
    """The club's seasons, the newest first."""
    club = club_access(plain(request), slug, readers=True).club
    return Response({"seasons": [_season(row) for row in club.seasons.all()]})


@extend_schema(**openapi.STANDINGS)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def standings_of_club(request: Request, slug: str) -> Response:
    """A table as it stands, with what put each row below the one above it."""
    club = club_access(plain(request), slug, readers=True).club
    asked = request.query_params
    board = read(club, asked.get("season", ""), asked.get("game", ""), timezone.localdate())
    if board is None:
        raise NotFound("There is no such table, or nobody stands in it yet.")
    return Response(_table(board))


def _season(row: Season) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "starts_on": row.starts_on,
        "ends_on": row.ends_on,
        "closed": row.closed_at is not None,
    }


def _table(board: Board) -> dict[str, Any]:
    season = board.season
    table = Table(season.pk if season else None, board.game)
    scheme = scheme_of(table, {season.pk: season.schemes} if season else {})
    return {
        "season": table.season,
        "game": table.game or None,
        "scheme": scheme_to_json(scheme),
        "rows": [_row(row) for row in board.rows],
    }


def _row(row: Standing) -> dict[str, Any]:
    asked = [dict(zip(("metric", "mine", "above", "verdict"), each, strict=True)) for each in row.decided]
    columns = {name: getattr(row, name) for name in COLUMNS}
    return {"player": row.player_id, "name": row.player.label, **columns, "decided": asked}
