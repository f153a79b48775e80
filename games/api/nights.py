"""The calendar of nights for programs, and one night: who is here, and the tables as they stand."""

from typing import Any

from django.http import QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import openapi
from games.api.session import Session, plain
from games.book import Book
from games.nights.company import Tile, company
from games.nights.tables import table_now, tables_of
from games.views.night import found
from leagues.access import club_access
from leagues.models import Night
from leagues.nights import late_by
from leagues.paging import page_of


@extend_schema(**openapi.NIGHTS)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def nights(request: Request, slug: str) -> Response:
    """A page of them, the last first."""
    club = club_access(plain(request), slug, readers=True).club
    page = page_of(plain(request), club.nights.order_by("-starts_at", "-pk"))
    rows = [_night(row) for row in page]
    return Response({"nights": rows, "page": page.number, "pages": page.paginator.num_pages})


@extend_schema(**openapi.NIGHT)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def night(request: Request, slug: str, pk: int) -> Response:
    """One night with its attendance and its tables; what is still secret stays so."""
    access = club_access(plain(request), slug, spectators=True)
    row = found(access.club, access, pk)
    attendance = [_attendance(row, tile) for tile in company(row, QueryDict()).tiles if tile.row]
    return Response({**_night(row), "attendance": attendance, "tables": [_table(book) for book in tables_of(row)]})


def _night(row: Night) -> dict[str, Any]:
    return {
        "id": row.pk,
        "title": row.title,
        "season": row.season_id,
        "starts_at": row.starts_at,
        "place": row.place,
        "note": row.note,
        "closed_at": row.closed_at,
        "called_off_at": row.called_off_at,
    }


def _attendance(night: Night, tile: Tile) -> dict[str, Any]:
    row = tile.row
    assert row
    return {
        "player": tile.player.pk,
        "name": tile.player.label,
        "state": row.state,
        "host": row.host_id,
        "expected_at": row.expected_at,
        "arrived_at": row.arrived_at,
        "left_at": row.left_at,
        "minutes_late": max(late_by(night, row.arrived_at), 0) if row.arrived_at else None,
        "match": tile.match.pk if tile.match else None,
    }


def _table(book: Book) -> dict[str, Any]:
    table, match = table_now(book), book.match
    players = [
        {"player": seat.player_id, "name": row.name, "place": row.place, "total": row.total, "left": row.is_gone}
        for seat, row in zip(book.seats, table.rows, strict=True)
    ]
    about = {"match": match.pk, "game": match.game, "table": match.table, "version": match.version}
    open_ = {"round": table.now.number if table.now else None, "rounds": table.now.of or None if table.now else None}
    return {**about, "finished_at": match.finished_at, "state": table.state, **open_, "players": players}
