"""Endpoints for standings: as JSON, PDF and picture, and the points night by night."""

import re
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.club_day import club_day
from clubs.models import Club
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, answer_file, of_club
from dogclub.api.http.fingerprints import MATCHES, NIGHTS, PLAYERS, SEASONS, STANDINGS
from dogclub.api.http.forms import asked_word
from dogclub.api.http.problems import Problem
from dogclub.api.http.renderers import Pdf, Png
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import result_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from games.registry import TABLE_GAMES
from leagues.models import Standing
from leagues.standings.picture import picture_answer
from leagues.standings.print_sheet import standings_answer
from leagues.standings.queries import Board, read, read_usual
from leagues.standings.race.places import Places, places_of
from leagues.standings.tables import scheme_in
from scoring.standings import scheme_to_json

GAMES = (*(table_game.key for table_game in TABLE_GAMES), "all")


@described(GET=words.STANDINGS)
@endpoint("GET")
def standings_of_club(request: Request, slug: str) -> Response:
    """Read the standings, with the tie-break that put each row below the one above it."""
    access = club_access(plain(request), slug, readers=True)
    season, game = _season_and_game(request)
    edition = of_club(access, STANDINGS, SEASONS, PLAYERS)
    return answer(request, edition, lambda: _table(access.club, _board(access.club, season, game)))


@described(GET=words.RACE)
@endpoint("GET")
def race(request: Request, slug: str) -> Response:
    """Read the numbers behind the page of the race; all-time standings have no nights."""
    access = club_access(plain(request), slug, readers=True)
    season, game = _season_and_game(request)
    return answer(
        request, of_club(access, STANDINGS, SEASONS, PLAYERS, MATCHES), lambda: _race(access.club, season, game)
    )


@described(GET=words.PRINT_STANDINGS)
@endpoint("GET")
@renderer_classes([Pdf])
def standings_on_paper(request: Request, slug: str) -> HttpResponseBase:
    """The same PDF as on the page of the standings."""
    access = club_access(plain(request), slug, readers=True)
    season, game = _season_and_game(request)
    edition = of_club(access, STANDINGS, SEASONS, PLAYERS, club=access.club.name)
    try:
        return answer_file(request, edition, lambda: standings_answer(plain(request), access.club, season, game))
    except BadRequest as error:
        raise Problem("query", str(error)) from error
    except Http404 as error:
        raise NotFound(str(error)) from error


@described(GET=words.STANDINGS_PICTURE)
@endpoint("GET")
@renderer_classes([Png])
def standings_picture(request: Request, slug: str) -> HttpResponseBase:
    """The same picture as on the page of the standings: for members, once a player is ranked."""
    access = club_access(plain(request), slug)
    season, game = _season_and_game(request)
    edition = of_club(access, STANDINGS, SEASONS, PLAYERS, NIGHTS, club=access.club.name)
    return answer_file(request, edition, lambda: _picture(request, access.club, season, game))


def _picture(request: Request, club: Club, season: str, game: str) -> HttpResponseBase:
    board = read_usual(club, season, game, club_day())
    if board is None or not any(row.place for row in board.rows):
        raise NotFound(_("Nobody is ranked in this table."))
    try:
        return picture_answer(plain(request), club, board)
    except BadRequest as error:
        raise Problem("query", str(error)) from error


def _race(club: Club, season: str, game: str) -> dict[str, Any]:
    board = _board(club, season, game)
    found = places_of(club, board) or Places([], [])
    players = [shaped(result_shapes.RUNNER, runner) for runner in found.runners]
    season_key = board.season.pk if board.season else None
    return {"season": season_key, "game": board.game or None, "nights": found.dates, "players": players}


def _board(club: Club, season: str, game: str) -> Board:
    board = read(club, season, game, club_day())
    if board is None:
        raise NotFound(_("There is no such table, or nobody stands in it yet."))
    return board


def _season_and_game(request: Request) -> tuple[str, str]:
    """Return the query parameters, each "" where it is missing: then the newest season, and the game played most."""
    season = request.query_params.get("season", "")
    if "season" in request.query_params and not re.fullmatch(r"all|[0-9]{1,18}", season):
        raise Problem("query", _("“season” is a number, or all."), field="season")
    return season, asked_word(request, "game", GAMES)


def _table(club: Club, board: Board) -> dict[str, Any]:
    season, scheme = board.season, scheme_in(club, board.season, board.game)
    return {
        "season": season.pk if season else None,
        "game": board.game or None,
        "scheme": scheme_to_json(scheme),
        "rows": [_row(row) for row in board.rows],
    }


def _row(row: Standing) -> dict[str, Any]:
    comparisons = [dict(zip(result_shapes.ASKED["properties"], each, strict=True)) for each in row.decided]
    return shaped(result_shapes.STANDING_ROW, row, name=row.player.label, decided=comparisons)
