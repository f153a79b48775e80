"""Endpoints for the seasons of a club: list, add, change, close."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.seasons import SeasonClosed, check_open, close
from clubs.models import Club, Role, Scope, Season
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import ONE_SEASON, SEASONS, Edition, answer, check_match, of_club, written
from dogclub.api.http.messages import NewSeason, SeasonChange, changes, check, check_json, read_as, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import seasons as words
from dogclub.api.openapi.operation import described
from leagues.seasons import SeasonForm, new_season, save_season
from leagues.standings.queries import game_key
from leagues.standings.results import Table, scheme_of
from leagues.standings.update import save_scheme
from scoring.record_format import strict
from scoring.standings import scheme_from_json, scheme_to_json

FIELDS = ("name", "starts_on", "ends_on")


@described(GET=words.LIST_SEASONS, POST=words.ADD_SEASON)
@endpoint("GET", "POST", writes=Scope.ORGANISE)
def seasons(request: Request, slug: str) -> Response:
    """List the seasons, newest first, or add one."""
    if request.method == "POST":
        return _add(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, readers=True)
    rows = access.club.seasons.all()
    edition = of_club(access, SEASONS)
    return answer(request, edition, lambda: page(request, rows, "-starts_on", season_json, "seasons"))


@described(GET=words.READ_SEASON, PATCH=words.CHANGE_SEASON)
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
    return shaped(words.SEASON, row, closed=row.closed_at is not None)


# The endpoint for a season's scheme of points, for one game or all games together.


@described(GET=words.READ_POINTS, PUT=words.CHANGE_POINTS)
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
