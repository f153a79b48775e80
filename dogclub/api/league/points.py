"""The endpoint for a season's scheme of points, for one game or all games together."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Club, Role, Scope, Season
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer, check_match, of_club, written
from dogclub.api.http.fingerprints import ONE_SEASON
from dogclub.api.http.forms import take_turn
from dogclub.api.http.messages import check_json
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import seasons as words
from dogclub.api.openapi.operation import described
from leagues.standings.queries import game_key
from leagues.standings.tables import Table, scheme_of
from leagues.standings.update import save_scheme
from scoring.record_format import strict
from scoring.standings import scheme_from_json, scheme_to_json


@described(GET=words.READ_POINTS, PUT=words.CHANGE_POINTS)
@endpoint("GET", "PUT", writes=Scope.ORGANISE)
def season_points(request: Request, slug: str, pk: int, game: str) -> Response:
    """Read or replace the whole scheme; `game` is "all" for the table across all games."""
    key = game_key(game)
    if request.method == "PUT":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER), pk, key)
    access = club_access(plain(request), slug, readers=True)
    return answer(request, _edition(access, pk), lambda: _points(_season(access.club, pk), key))


def _edition(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_SEASON, row=pk)


@transaction.atomic
def _change(request: Request, access: Access, pk: int, game: str) -> Response:
    check_json(request)
    scheme = scheme_from_json(strict.read(request.body), across=not game)
    take_turn(access.club)
    season = _season(access.club, pk)
    check_match(request, _edition(access, pk))
    if season.closed_at:
        closed = _("{season} is closed, so its points can’t change. Reopen it first.")
        raise Problem("refused", closed.format(season=season.name))
    save_scheme(season, game, scheme)
    return written(request, _edition(access, pk), _points(season, game))


def _season(club: Club, pk: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), club=club, pk=pk)


def _points(season: Season, game: str) -> dict[str, Any]:
    return scheme_to_json(scheme_of(Table(season.pk, game), {season.pk: season.schemes}))
