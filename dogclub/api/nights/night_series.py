"""Nights that repeat, for programs: previewed, created, listed, ended. One is skipped or moved as any night is."""

from http import HTTPStatus

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Club, Night, Role, Scope
from dogclub.api.answers.night_answers import night_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import NIGHTS
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import changes, read_as, read_nothing
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights.bodies import NewSeries
from dogclub.api.nights.nights import FORM_NAMES, find, form_values
from dogclub.api.openapi import calendar as words
from dogclub.api.openapi.operation import described
from leagues.nights import series
from leagues.nights.forms import NewNightForm

ABOUT = ("place", "name", "places", "note")


@described(POST=words.ADD_SERIES)
@endpoint("POST", writes=Scope.ORGANISE)
def new_series(request: Request, slug: str) -> Response:
    """As the page of a new night: the dates first, if they are asked for."""
    club = club_access(plain(request), slug, Role.ORGANISER).club
    new = changes(read_as(request, NewSeries))
    is_preview, until = new.pop("preview"), new.pop("until")
    with transaction.atomic():
        take_turn(club)
        form = NewNightForm({**form_values(new), "until": until.isoformat()}, night=Night(club=club))
        check(form, FORM_NAMES)
        planned = series.plan(club, form.days, form.cleaned_data["time"])
        told = [{"starts_at": each.starts_at, "taken": each.is_taken} for each in planned]
        if is_preview:
            return Response({"planned": told, "nights": []})
        if all(each.is_taken for each in planned):
            raise Problem("refused", "The club already has a night on each of these days.")
        first = series.save(club, planned, **{name: form.cleaned_data[name] for name in ABOUT})
        rows = [night_json(row) for row in _nights(club, first)]
    return Response({"planned": told, "nights": rows}, HTTPStatus.CREATED)


@described(GET=words.READ_SERIES)
@endpoint("GET")
def night_series(request: Request, slug: str, pk: int) -> Response:
    """The nights planned together with this one, the first one first."""
    access = club_access(plain(request), slug, readers=True)

    def body() -> object:
        night = get_object_or_404(access.club.nights.exclude(series=None), pk=pk)
        return page(request, _nights(access.club, night), "starts_at", night_json, "nights")

    return answer(request, of_club(access, NIGHTS), body)


@described(POST=words.END_SERIES)
@endpoint("POST", writes=Scope.ORGANISE)
@transaction.atomic
def series_end(request: Request, slug: str, pk: int) -> Response:
    """After this night: later ones go, or are called off where something is written down for them."""
    club = club_access(plain(request), slug, Role.ORGANISER).club
    read_nothing(request)
    take_turn(club)
    night = find(club, pk)
    if night.series is None:
        raise Problem("refused", "This night is not part of a series.")
    removed, called_off = series.end_after(night)
    return Response({"removed": removed, "called_off": called_off})


def _nights(club: Club, night: Night) -> QuerySet[Night]:
    return club.nights.filter(series=night.series).order_by("starts_at", "pk")
