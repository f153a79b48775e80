"""Seasons and their tables, for programs."""

import re
from typing import Any

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Club
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import PLAYERS, SEASONS, STANDINGS
from dogclub.api.http.forms import asked_word
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import results as words
from dogclub.api.openapi.operation import described
from games.registry import TABLE_GAMES
from leagues.models import Standing
from leagues.standings import Table, scheme_of
from leagues.standings.queries import Board, read
from scoring.standings import scheme_to_json

COLUMNS = ("place", "points", "played", "nights", "wins", "losses", "total", "best")


GAMES = (*(table_game.key for table_game in TABLE_GAMES), "all")


@described(GET=words.STANDINGS)
@endpoint("GET")
def standings_of_club(request: Request, slug: str) -> Response:
    """A table as it stands, with what put each row below the one above it."""
    access = club_access(plain(request), slug, readers=True)
    season, game = _asked(request)
    edition = of_club(access, STANDINGS, SEASONS, PLAYERS)
    return answer(request, edition, lambda: _table(_board(access.club, season, game)))


def _board(club: Club, season: str, game: str) -> Board:
    board = read(club, season, game, timezone.localdate())
    if board is None:
        raise NotFound("There is no such table, or nobody stands in it yet.")
    return board


def _asked(request: Request) -> tuple[str, str]:
    """The words of the address; what they do not say is the newest season, and the game played most."""
    season = request.query_params.get("season", "")
    if "season" in request.query_params and not re.fullmatch(r"all|[0-9]{1,18}", season):
        raise Problem("query", "“season” is a number, or all.", field="season")
    return season, asked_word(request, "game", GAMES)


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
    comparisons = [dict(zip(("metric", "mine", "above", "verdict"), each, strict=True)) for each in row.decided]
    columns = {name: getattr(row, name) for name in COLUMNS}
    return {"player": row.player_id, "name": row.player.label, **columns, "decided": comparisons}
