"""What a player's page and the hall of fame say, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import hall, meetings, records, statistics
from games.api import openapi
from games.api.session import Session, plain
from games.records import Called, Fame, Record
from games.rooms import ROOMS
from games.rooms.base import Room
from games.rooms.figures import Bars, Figure
from games.statistics import Summary
from leagues.access import club_access
from leagues.models import Player

MET = 100


@extend_schema(**openapi.STATISTICS)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def player_statistics(request: Request, slug: str, pk: int) -> Response:
    """All figures of a player in a game, as on the player's page."""
    club = club_access(plain(request), slug, readers=True).club
    player = get_object_or_404(Player, club=club, pk=pk)
    room = _room(request.query_params.get("game", ROOMS[0].key))
    summary = statistics.summaries(player).get(room.key, Summary())
    figures = room.figures(player, summary)
    answer = {
        "player": player.pk,
        "name": player.label,
        "game": room.key,
        "matches": summary.matches,
        "wins": summary.wins,
        "losses": summary.losses,
        "best": summary.best,
        "worst": summary.worst,
        "figures": [_figure(each) for each in (*figures.told, *figures.more) if each.value is not None],
        "tables": [_table(each) for each in figures.tables],
        "called": {term: times for term, (times, _) in statistics.heard(player, room.key).items()},
        "met": _met(player, room),
    }
    return Response(answer)


@extend_schema(**openapi.HALL)
@api_view(["GET"])
@authentication_classes([Session])
@permission_classes([AllowAny])
def club_records(request: Request, slug: str) -> Response:
    """The records of a game, who has most cups, and how often what was called out."""
    club = club_access(plain(request), slug, readers=True).club
    room = _room(request.query_params.get("game", ROOMS[0].key))
    asked = hall.asked(club, room.key, request.query_params.get("season", hall.ALL), [])
    answer = {
        "game": room.key,
        "season": asked.season.name if asked.season else None,
        "fame": [_fame(each) for each in records.fame(asked.ever)],
        "records": [_record(each) for each in records.records(asked.ever)],
        "called": [_called(each) for each in records.called(asked.of_late)],
    }
    return Response(answer)


def _room(game: str) -> Room:
    for room in ROOMS:
        if room.key == game:
            return room
    raise NotFound(f"There is no game called {game} here.")


def _figure(figure: Figure) -> dict[str, Any]:
    return {"label": figure.label, "value": figure.value, "unit": figure.unit}


def _table(table: Bars) -> dict[str, Any]:
    return {"title": table.title, "heads": table.heads, "rows": [[row.head, *row.cells] for row in table.rows]}


def _met(player: Player, room: Room) -> list[dict[str, Any]]:
    return [
        {"player": each.player, "name": each.label, "matches": each.matches, "ahead": each.ahead, "behind": each.behind}
        for each in meetings.versus(list(meetings.met(player, room.key)[:MET]))
    ]


def _fame(fame: Fame) -> dict[str, Any]:
    player = fame.player
    counts = {"cups": fame.cups, "cones": fame.cones, "wins": fame.wins, "best": fame.best}
    return {"player": player.pk, "name": player.label, **counts}


def _record(record: Record) -> dict[str, Any]:
    seat = record.seat
    return {
        "title": record.feat.title,
        "value": record.value,
        "player": seat.player_id,
        "name": seat.player.label,
        "match": seat.match_id,
        "words": ", ".join(filter(None, (record.done, record.more))),
    }


def _called(called: Called) -> dict[str, Any]:
    return {
        "term": called.term,
        "label": called.label,
        "times": called.times,
        "most": called.who,
        "tagged": called.is_tag,
    }
