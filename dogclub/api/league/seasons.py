"""Endpoints for the seasons of a club: list, add, change, close."""

from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Role, Scope, Season
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer, check_match, of_club, written
from dogclub.api.http.fingerprints import ONE_SEASON, SEASONS
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import NewSeason, SeasonChange, changes, read_as
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import seasons as words
from dogclub.api.openapi.operation import described
from leagues.seasons import assignment
from leagues.seasons.forms import SeasonForm

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
    row = _save(SeasonForm(_days(new), season=assignment.new_season(access.club)))
    return Response(season_json(row), HTTPStatus.CREATED)


@transaction.atomic
def _change(request: Request, access: Access, pk: int) -> Response:
    changed = changes(read_as(request, SeasonChange))
    take_turn(access.club)
    row = get_object_or_404(Season.objects.select_related("club"), club=access.club, pk=pk)
    check_match(request, _edition(access, pk))
    if "closed" in changed:
        row.closed_at = (row.closed_at or timezone.now()) if changed.pop("closed") else None
        row.save(update_fields=["closed_at"])
    if changed:
        if row.closed_at:
            closed = _("{season} is closed. Reopen it first, then change it.")
            raise Problem("refused", closed.format(season=row.name))
        was = {name: getattr(row, name) for name in FIELDS}
        row = _save(SeasonForm(_days({**was, **changed}), season=row))
    return written(request, _edition(access, pk), season_json(row))


def _save(form: SeasonForm) -> Season:
    """Validate and save the season, and reassign nights and matches whose day it gains or loses."""
    check(form)
    row = form.fill()
    assignment.save_season(row)
    return row


def _days(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "starts_on": values["starts_on"].isoformat(), "ends_on": values["ends_on"].isoformat()}


def season_json(row: Season) -> dict[str, Any]:
    return shaped(words.SEASON, row, closed=row.closed_at is not None)
