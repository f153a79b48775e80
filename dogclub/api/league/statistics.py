"""What a player's page and the hall of fame say, for programs."""

import re
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Club, Player
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import AWARDS, MATCHES, PLAYERS, SEASONS, SHOUTS, TAGS, TROPHIES
from dogclub.api.http.forms import asked_word
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import results as words
from dogclub.api.openapi.operation import described
from games.base.statistics import Bars, Figure
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from games.statistics import head_to_head
from games.statistics import queries as statistics
from games.statistics.queries import Summary
from leagues.records import filters, queries
from leagues.records.queries import Called, Fame, Record

MET = 100
GAMES = tuple(table_game.key for table_game in TABLE_GAMES)
PARTS = (MATCHES, PLAYERS, SEASONS, SHOUTS, TAGS, AWARDS, TROPHIES)


@described(GET=words.STATISTICS)
@endpoint("GET")
def player_statistics(request: Request, slug: str, pk: int) -> Response:
    """All figures of a player in a game, as on the player's page."""
    access = club_access(plain(request), slug, readers=True)
    table_game = _room(request)
    return answer(
        request,
        of_club(access, *PARTS),
        lambda: _of_player(get_object_or_404(Player, club=access.club, pk=pk), table_game),
    )


def _of_player(player: Player, table_game: TableGame) -> dict[str, Any]:
    summary = statistics.summaries(player).get(table_game.key, Summary())
    shown = table_game.player_statistics(player, summary)
    return {
        "player": player.pk,
        "name": player.label,
        "game": table_game.key,
        "matches": summary.matches,
        "wins": summary.wins,
        "losses": summary.losses,
        "best": summary.best,
        "worst": summary.worst,
        "figures": [_figure(each) for each in (*shown.main, *shown.more) if each.value is not None],
        "tables": [_table(each) for each in shown.tables],
        "called": {term: times for term, (times, _) in statistics.call_out_counts(player, table_game.key).items()},
        "met": _met(player, table_game),
    }


@described(GET=words.HALL)
@endpoint("GET")
def club_records(request: Request, slug: str) -> Response:
    """The records of a game, who has most cups, and how often what was called out."""
    access = club_access(plain(request), slug, readers=True)
    table_game, season = _room(request), request.query_params.get("season", filters.ALL)
    if not re.fullmatch(rf"{filters.ALL}|[0-9]{{1,18}}", season):
        raise Problem("query", f"“season” is a number, or {filters.ALL}.", field="season")
    return answer(request, of_club(access, *PARTS), lambda: _of_club(access.club, table_game, season))


def _of_club(club: Club, table_game: TableGame, season: str) -> dict[str, Any]:
    record_filter = filters.record_filter(club, table_game.key, season, [])
    return {
        "game": table_game.key,
        "season": record_filter.season.name if record_filter.season else None,
        "fame": [_fame(each) for each in queries.fame(record_filter.ever)],
        "records": [_record(each) for each in queries.records(record_filter.ever)],
        "called": [_called(each) for each in queries.called(record_filter.of_late)],
    }


def _room(request: Request) -> TableGame:
    game = asked_word(request, "game", GAMES, GAMES[0])
    return next(table_game for table_game in TABLE_GAMES if table_game.key == game)


def _figure(figure: Figure) -> dict[str, Any]:
    return {"label": figure.label, "value": figure.value, "unit": figure.unit}


def _table(table: Bars) -> dict[str, Any]:
    return {"title": table.title, "heads": table.heads, "rows": [[row.head, *row.cells] for row in table.rows]}


def _met(player: Player, table_game: TableGame) -> list[dict[str, Any]]:
    return [
        {"player": each.player, "name": each.label, "matches": each.matches, "ahead": each.ahead, "behind": each.behind}
        for each in head_to_head.versus(list(head_to_head.met(player, table_game.key)[:MET]))
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
