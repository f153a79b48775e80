"""Endpoints for the calendar of nights, and for one night with its attendance and tables."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.answers import remind
from clubs.calendar.nights import Refused, by_club_clock, call_off, reinstate
from clubs.models import Club, Night, Role, Scope
from dogclub.api.answers import attendance_json, draw_json, night_json, table_json
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import (
    ATTENDANCES_OF_NIGHT,
    CHANGES_OF_NIGHT,
    DRAWS_OF_NIGHT,
    MATCHES_OF_NIGHT,
    NIGHTS,
    ONE_NIGHT,
    PLAYERS,
    Edition,
    answer,
    check_match,
    of_club,
    written,
)
from dogclub.api.http.messages import changes, check, read_as, read_nothing, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights.bodies import CallOff, NewNight, NightChange
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from leagues.attendance.strip import attendance_tiles
from leagues.draw.draw import draws_of
from leagues.nights.forms import NightForm
from leagues.nights.tables import night_for, tables_of

FORM_NAMES = {"day": "starts_at", "time": "starts_at"}


@described(GET=words.LIST_NIGHTS, POST=words.ADD_NIGHT)
@endpoint("GET", "POST", writes=Scope.ORGANISE)
def nights(request: Request, slug: str) -> Response:
    """List the nights, latest first, or add one."""
    if request.method == "POST":
        return _add(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, readers=True)
    rows = access.club.nights.all()
    return answer(request, of_club(access, NIGHTS), lambda: page(request, rows, "-starts_at", night_json, "nights"))


@described(GET=words.READ_NIGHT, PATCH=words.CHANGE_NIGHT)
@endpoint("GET", "PATCH", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def night(request: Request, slug: str, pk: int) -> Response:
    """One night with attendance and tables, without what is not public yet; or change it."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER), pk)
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, edition(access, pk), lambda: whole(night_for(access.club, access, pk)))


@described(POST=words.CALL_OFF)
@endpoint("POST", writes=Scope.ORGANISE)
def night_off(request: Request, slug: str, pk: int) -> Response:
    """Call a night off. Refused once a player is here: such a night is closed instead."""
    reason = read_as(request, CallOff).reason if request.body else ""
    return _called(request, slug, pk, lambda row: call_off(row, reason))


@described(POST=words.CALL_ON)
@endpoint("POST", writes=Scope.ORGANISE)
def night_on(request: Request, slug: str, pk: int) -> Response:
    """Take the calling off back."""
    read_nothing(request)
    return _called(request, slug, pk, reinstate)


@described(POST=words.REMIND)
@endpoint("POST", writes=Scope.ORGANISE)
def night_remind(request: Request, slug: str, pk: int) -> Response:
    """Remind those who have not answered. Refused within a day after the last reminder."""
    read_nothing(request)
    return _called(request, slug, pk, remind)


@transaction.atomic
def _called(request: Request, slug: str, pk: int, does: Any) -> Response:
    access = club_access(plain(request), slug, Role.ORGANISER)
    take_turn(access.club)
    row = find(access.club, pk)
    try:
        does(row)
    except Refused as refused:
        raise Problem("refused", str(refused)) from refused
    return Response(night_json(row))


@transaction.atomic
def _add(request: Request, access: Access) -> Response:
    new = changes(read_as(request, NewNight))
    take_turn(access.club)
    form = NightForm(form_values(new), night=Night(club=access.club))
    check(form, FORM_NAMES)
    row = form.save()
    return created(request, night_json(row), "api-night", access.club.slug, row.pk)


@transaction.atomic
def _change(request: Request, access: Access, pk: int) -> Response:
    changed = changes(read_as(request, NightChange))
    take_turn(access.club)
    row = find(access.club, pk)
    check_match(request, edition(access, pk))
    was = {name: getattr(row, name) for name in ("starts_at", *Night.ABOUT)}
    form = NightForm(form_values({**was, **changed}, was["starts_at"]), night=row)
    check(form, FORM_NAMES)
    return written(request, edition(access, pk), whole(form.save()))


def find(club: Club, pk: int) -> Night:
    """Return the night. Raises Http404."""
    return get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)


def edition(access: Access, pk: int) -> Edition:
    """Return the edition of a night's response."""
    parts = (ONE_NIGHT, ATTENDANCES_OF_NIGHT, MATCHES_OF_NIGHT, DRAWS_OF_NIGHT, CHANGES_OF_NIGHT, PLAYERS)
    return of_club(access, *parts, row=pk)


def whole(row: Night) -> dict[str, Any]:
    """Return a night with attendance, draws and tables."""
    attendance = [attendance_json(row, tile) for tile in attendance_tiles(row, QueryDict()).tiles if tile.row]
    tables = [table_json(state) for state in tables_of(row)]
    draws = [draw_json(draw) for draw in draws_of(row)]
    return {**night_json(row), "attendance": attendance, "draws": draws, "tables": tables}


def form_values(values: dict[str, Any], was: datetime | None = None) -> dict[str, Any]:
    """Return the values as the form expects them: day and time by the club's clock, to the minute. Raises Problem for
    seconds, unless the start is unchanged (`was`).
    """
    starts_at: datetime = values.pop("starts_at")
    if starts_at != was and (starts_at.second or starts_at.microsecond):
        raise Problem("invalid", _("A night starts on the minute: leave the seconds at 00."), field="starts_at")
    try:
        local = by_club_clock(starts_at)
    except Refused as refused:
        raise Problem("invalid", str(refused), field="starts_at") from refused
    return {**values, "day": f"{local:%Y-%m-%d}", "time": f"{local:%H:%M}"}
