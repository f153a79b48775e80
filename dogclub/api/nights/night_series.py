"""Endpoints for series of nights: preview, add, list, change, end. Single nights of a series change like any other
night.
"""

from datetime import date, time
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.calendar.nights import Refused
from clubs.models import Club, Night, Role, Scope
from dogclub.api.answers import night_json
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import NIGHTS, answer, of_club
from dogclub.api.http.messages import changes, check, read_as, read_nothing, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights.bodies import NewSeries, SeriesChange
from dogclub.api.nights.nights import FORM_NAMES, find, form_values
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from leagues.nights.forms import NewNightForm
from leagues.series.changes import Change, coming_of, end_after, plan, save, save_planned
from leagues.series.changes import changes as changes_of
from leagues.series.form import check_days
from leagues.series.pattern import Pattern, why_skipped


@described(POST=words.ADD_SERIES)
@endpoint("POST", writes=Scope.ORGANISE)
def new_series(request: Request, slug: str) -> Response:
    """Add a series; with `preview` only return the dates."""
    club = club_access(plain(request), slug, Role.ORGANISER).club
    new = changes(read_as(request, NewSeries))
    is_preview, until = new.pop("preview"), new.pop("until")
    with transaction.atomic():
        take_turn(club)
        form = NewNightForm({**form_values(new), "until": until.isoformat()}, night=Night(club=club))
        check(form, FORM_NAMES)
        planned = plan(club, form.days, form.cleaned_data["time"])
        told = [{"starts_at": each.starts_at, "taken": each.is_taken} for each in planned]
        if is_preview:
            return Response({"planned": told, "nights": []})
        try:
            first = save_planned(club, planned, **{name: form.cleaned_data[name] for name in Night.ABOUT})
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        rows = [night_json(row) for row in _nights(club, first)]
    return created(request, {"planned": told, "nights": rows}, "api-night-series", slug, first.pk)


@described(GET=words.READ_SERIES, PATCH=words.CHANGE_SERIES)
@endpoint("GET", "PATCH", writes=Scope.ORGANISE)
def night_series(request: Request, slug: str, pk: int) -> Response:
    """List the nights of this night's series, in order, or change those to come."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER).club, pk)
    access = club_access(plain(request), slug, readers=True)

    def body() -> object:
        night = get_object_or_404(access.club.nights.exclude(series=None), pk=pk)
        return page(request, _nights(access.club, night), "starts_at", night_json, "nights")

    return answer(request, of_club(access, NIGHTS), body)


@transaction.atomic
def _change(request: Request, club: Club, pk: int) -> Response:
    new = read_as(request, SeriesChange)
    take_turn(club)
    night = get_object_or_404(club.nights.exclude(series=None), pk=pk)
    coming = coming_of(list(_nights(club, night)))
    if not coming:
        raise Problem("refused", _("No night of this series is to come."))
    start = form_values({"starts_at": new.starts_at})
    wished = Pattern(new.repeat, date.fromisoformat(start["day"]), time.fromisoformat(start["time"]), new.until)
    try:
        check_days(wished)
    except Refused as refused:
        raise Problem("invalid", str(refused), field="until") from refused
    if problem := why_skipped(wished.days, wished.at):
        raise Problem("invalid", problem, field="starts_at")
    found = changes_of(club, coming, wished)
    told = [_change_json(each) for each in found.rows]
    if not new.preview:
        save(found)
    return Response({"changes": told, "coming": found.coming})


def _change_json(change: Change) -> dict[str, Any]:
    key = change.night.pk if change.night else None
    answered = [*change.yes, *change.maybe]
    return {"night": key, "what": change.kind, "starts_at": change.starts_at, "answered": answered}


@described(POST=words.END_SERIES)
@endpoint("POST", writes=Scope.ORGANISE)
@transaction.atomic
def series_end(request: Request, slug: str, pk: int) -> Response:
    """End the series after this night: later nights are deleted, or called off where anything was recorded for them."""
    club = club_access(plain(request), slug, Role.ORGANISER).club
    read_nothing(request)
    take_turn(club)
    night = find(club, pk)
    if night.series is None:
        raise Problem("refused", _("This night is not part of a series."))
    removed, called_off = end_after(night)
    return Response({"removed": removed, "called_off": called_off})


def _nights(club: Club, night: Night) -> QuerySet[Night]:
    return club.nights.filter(series=night.series).order_by("starts_at", "pk")
