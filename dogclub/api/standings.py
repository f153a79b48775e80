"""Endpoints for seasons (list, add, change, close) and for standings: as JSON, PDF and picture, and night by night."""

import re
from typing import Any

from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.seasons import SeasonClosed, check_open, close
from clubs.models import Club, Role, Scope, Season
from clubs.models.calendar import club_day
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import Pdf, Png, created, endpoint
from dogclub.api.http.etags import (
    MATCHES,
    NIGHTS,
    ONE_SEASON,
    PLAYERS,
    RATINGS,
    SEASONS,
    STANDINGS,
    Edition,
    answer,
    answer_file,
    check_match,
    of_club,
    written,
)
from dogclub.api.http.messages import (
    NewSeason,
    SeasonChange,
    asked_word,
    changes,
    check,
    check_json,
    read_as,
    take_turn,
)
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import result_shapes
from dogclub.api.openapi import results as season_words
from dogclub.api.openapi import results as words
from dogclub.api.openapi.operation import described
from games.registry import TABLE_GAMES
from games.statistics.queries import AS_WRITTEN
from leagues import ratings
from leagues.models import Rating, Standing
from leagues.seasons import SeasonForm, new_season, save_season
from leagues.standings.print_sheet import standings_answer, standings_picture_answer
from leagues.standings.queries import Board, NoTable, game_key, read_existing, read_ranked
from leagues.standings.race import Places, places_of
from leagues.standings.results import Table, scheme_in, scheme_of
from leagues.standings.update import save_scheme
from scoring.record_format import strict
from scoring.standings import scheme_from_json, scheme_to_json

FIELDS = ("name", "starts_on", "ends_on")


@described(GET=season_words.LIST_SEASONS, POST=season_words.ADD_SEASON)
@endpoint("GET", "POST", writes=Scope.ORGANISE)
def seasons(request: Request, slug: str) -> Response:
    """List the seasons, newest first, or add one."""
    if request.method == "POST":
        return _add(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, readers=True)
    rows = access.club.seasons.all()
    edition = of_club(access, SEASONS)
    return answer(request, edition, lambda: page(request, rows, "-starts_on", season_json, "seasons"))


@described(GET=season_words.READ_SEASON, PATCH=season_words.CHANGE_SEASON)
@endpoint("GET", "PATCH", writes=Scope.ORGANISE)
def season(request: Request, slug: str, pk: int) -> Response:
    """Read or change a season."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER), pk)
    access = club_access(plain(request), slug, readers=True)
    return answer(request, _edition(access, pk), lambda: season_json(get_object_or_404(access.club.seasons, pk=pk)))


def _edition(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_SEASON, row=pk)


@transaction.atomic
def _add(request: Request, access: Access) -> Response:
    new = changes(read_as(request, NewSeason))
    take_turn(access.club)
    row = _save(SeasonForm(_days(new), season=new_season(access.club)))
    return created(request, season_json(row), "api-season", access.club.slug, row.pk)


@transaction.atomic
def _change(request: Request, access: Access, pk: int) -> Response:
    changed = changes(read_as(request, SeasonChange))
    take_turn(access.club)
    row = get_object_or_404(Season.objects.select_related("club"), club=access.club, pk=pk)
    check_match(request, _edition(access, pk))
    if "closed" in changed:
        close(row, closed=changed.pop("closed"))
    if changed:
        try:
            check_open(row)
        except SeasonClosed as error:
            raise Problem("refused", str(error)) from error
        was = {name: getattr(row, name) for name in FIELDS}
        row = _save(SeasonForm(_days({**was, **changed}), season=row))
    return written(request, _edition(access, pk), season_json(row))


def _save(form: SeasonForm) -> Season:
    """Validate and save the season, and reassign nights and matches whose day it gains or loses."""
    check(form)
    row = form.fill()
    save_season(row)
    return row


def _days(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "starts_on": values["starts_on"].isoformat(), "ends_on": values["ends_on"].isoformat()}


def season_json(row: Season) -> dict[str, Any]:
    return shaped(result_shapes.SEASON, row, closed=row.closed_at is not None)


# The endpoint for a season's scheme of points, for one game or all games together.


@described(GET=season_words.READ_POINTS, PUT=season_words.CHANGE_POINTS)
@endpoint("GET", "PUT", writes=Scope.ORGANISE)
def season_points(request: Request, slug: str, pk: int, game: str) -> Response:
    """Read or replace the whole scheme; `game` is "all" for the table across all games."""
    key = game_key(game)
    if request.method == "PUT":
        return _change_scheme(request, club_access(plain(request), slug, Role.ORGANISER), pk, key)
    access = club_access(plain(request), slug, readers=True)
    return answer(request, _edition(access, pk), lambda: _points(_season(access.club, pk), key))


@transaction.atomic
def _change_scheme(request: Request, access: Access, pk: int, game: str) -> Response:
    check_json(request)
    scheme = scheme_from_json(strict.read(request.body), across=not game)
    take_turn(access.club)
    season = _season(access.club, pk)
    check_match(request, _edition(access, pk))
    try:
        save_scheme(season, game, scheme)
    except SeasonClosed as error:
        raise Problem("refused", str(error)) from error
    return written(request, _edition(access, pk), _points(season, game))


def _season(club: Club, pk: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), club=club, pk=pk)


def _points(season: Season, game: str) -> dict[str, Any]:
    return scheme_to_json(scheme_of(Table(season.pk, game), {season.pk: season.schemes}))


# Standings and ratings.


GAMES = (*(table_game.key for table_game in TABLE_GAMES), "all")


@described(GET=words.STANDINGS)
@endpoint("GET")
def standings_of_club(request: Request, slug: str) -> Response:
    """Read the standings, with the tie-break that put each row below the one above it."""
    access = club_access(plain(request), slug, readers=True)
    season, game = _season_and_game(request)
    edition = of_club(access, STANDINGS, SEASONS, PLAYERS, house_rules=access.club.house_rules)
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
    try:
        board = read_ranked(club, season, game, club_day())
    except NoTable as error:
        raise NotFound(str(error)) from error
    try:
        return standings_picture_answer(plain(request), club, board)
    except BadRequest as error:
        raise Problem("query", str(error)) from error


def _race(club: Club, season: str, game: str) -> dict[str, Any]:
    board = _board(club, season, game)
    found = places_of(club, board) or Places([], [])
    players = [shaped(result_shapes.RUNNER, runner) for runner in found.runners]
    season_key = board.season.pk if board.season else None
    return {"season": season_key, "game": board.game or None, "nights": found.dates, "players": players}


def _board(club: Club, season: str, game: str) -> Board:
    try:
        return read_existing(club, season, game, club_day())
    except NoTable as error:
        raise NotFound(str(error)) from error


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
        "rules": [
            {"rules": each.key or AS_WRITTEN, "words": each.label, "matches": each.matches} for each in board.rules
        ],
        "rows": [_row(row) for row in board.rows],
    }


def _row(row: Standing) -> dict[str, Any]:
    comparisons = [dict(zip(result_shapes.ASKED["properties"], each, strict=True)) for each in row.decided]
    return shaped(result_shapes.STANDING_ROW, row, name=row.player.label, decided=comparisons)


# The endpoint for ratings, the estimated strength of every player.


RATED_GAMES = tuple(table_game.key for table_game in TABLE_GAMES)


@described(GET=words.RATINGS)
@endpoint("GET")
def ratings_of_club(request: Request, slug: str) -> Response:
    """List the ratings of a game as on its page: highest cautious estimate first."""
    access = club_access(plain(request), slug, readers=True)
    game = asked_word(request, "game", RATED_GAMES, RATED_GAMES[0])
    edition = of_club(access, RATINGS, PLAYERS)
    return answer(
        request, edition, lambda: {"game": game, "ratings": [_json(row) for row in ratings.table(access.club, game)]}
    )


def _json(row: Rating) -> dict[str, Any]:
    now, name = row.estimate, row.player.label
    shown = {"rating": now.mu, "plus_minus": now.spread, "at_least": now.cautious, "provisional": now.is_provisional}
    return shaped(result_shapes.RATING, row, name=name, **shown, matches=row.number, since=row.at)
