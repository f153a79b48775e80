"""The calendar of nights: upcoming ones, and past ones by season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.nights import Refused, call_off, reinstate
from clubs.locks import serialised
from clubs.models import Club, Night, Role
from clubs.web.paging import page_of
from leagues.nights.attendance.counts import with_attendance_counts
from leagues.nights.forms import NewNightForm, NightForm
from leagues.nights.pages.series import series_new

USUAL_HOUR, WEEK = 19, timedelta(days=7)
NIGHT_LENGTH = timedelta(hours=14)
COMING = 20
LONGEST_KEY = 19  # digits of a row's number


@dataclass(frozen=True)
class NightList:
    """The past nights of one season, the latest first."""

    season: str
    nights: Sequence[Night]


@require_safe
@club_view(readers=True)
def nights(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rows = with_attendance_counts(club)
    line = timezone.now() - NIGHT_LENGTH
    coming = rows.filter(starts_at__gt=line, closed_at=None).order_by("starts_at", "pk")[:COMING]
    over = rows.filter(Q(starts_at__lte=line) | Q(closed_at__isnull=False)).order_by("-starts_at", "-pk")
    page = page_of(request, over)
    night_lists = [
        NightList(season.name if season else _("Between seasons"), list(group))
        for season, group in groupby(page, key=lambda night: night.season)
    ]
    context = {"access": access, "here": "nights", "coming": list(coming), "page": page, "night_lists": night_lists}
    return render(request, "leagues/nights/nights.html", context)


@club_view(Role.ORGANISER)
@serialised
def night_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """A new night; the default is a week after the last one, at the same hour and place. `?series=` (a night's key)
    adds a night to its series.
    """
    last = club.nights.filter(called_off_at=None).order_by("-starts_at").first()
    like = _series_of(club, request.GET.get("series", ""))
    fresh = Night(club=club, starts_at=_next(last), place=last.place if last else "", series=like)
    form = (NightForm if like else NewNightForm)(request.POST or None, night=fresh)
    if form.is_valid() and "change" not in request.POST:
        if isinstance(form, NewNightForm) and form.cleaned_data["repeat"]:
            return series_new(request, access, form)
        return _saved(request, access, form, _("Night added."))
    return _page(request, access, form, "leagues/nights/new.html")


@club_view(Role.ORGANISER)
@serialised
def night_edit(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    form = NightForm(request.POST or None, night=night)
    if form.is_valid():
        return _saved(request, access, form, _("Saved."))
    return _page(request, access, form, "leagues/nights/edit.html")


@require_POST
@club_view(Role.ORGANISER)
@serialised
def night_call_off(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Call the night off, or reinstate it."""
    night = get_object_or_404(Night, club=club, pk=pk)
    try:
        if "on" in request.POST:
            reinstate(night)
        else:
            call_off(night, request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Reinstated.") if "on" in request.POST else _("Called off."))
    if night.series and "series" in request.POST:
        return redirect("night-series", club.slug, night.pk)
    return redirect("night", club.slug, pk)


def _series_of(club: Club, key: str) -> UUID | None:
    if not (key.isascii() and key.isdecimal() and len(key) < LONGEST_KEY):
        return None
    return club.nights.filter(pk=int(key)).values_list("series", flat=True).first()


def _saved(request: HttpRequest, access: Access, form: NightForm, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect("night", access.club.slug, form.save().pk)


def _page(request: HttpRequest, access: Access, form: NightForm, template: str) -> HttpResponse:
    context = {"access": access, "here": "nights", "form": form, "night": form.night}
    return render(request, template, context, status=422 if form.is_bound and form.errors else 200)


def _next(last: Night | None) -> datetime:
    now = timezone.localtime()
    if last is None:
        return now.replace(hour=USUAL_HOUR, minute=30, second=0, microsecond=0)
    start = timezone.localtime(last.starts_at)
    weeks = max((now.date() - start.date()) // WEEK + 1, 1)
    return timezone.make_aware(start.replace(tzinfo=None) + weeks * WEEK)
