"""Nights in a series: looked at before they are saved, then skipped, moved and ended one by one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.locks import take_turns
from clubs.models import Club, Night, Role
from games.base.names import counted
from leagues.nights import series
from leagues.nights.attendance_counts import with_company
from leagues.nights.forms import NewNightForm


def series_new(request: HttpRequest, access: Access, form: NewNightForm) -> HttpResponse:
    """The dates first; nothing is saved before somebody has seen them."""
    club, data = access.club, form.cleaned_data
    planned = series.plan(club, form.days, data["time"])
    fresh = [each for each in planned if not each.is_taken]
    if "sure" in request.POST and fresh:
        about = {name: data[name] for name in ("place", "name", "places", "note")}
        first = series.save(club, planned, **about)
        messages.success(request, f"{counted(len(fresh), 'night')} planned.")
        return redirect("night-series", club.slug, first.pk)
    context = {
        "access": access,
        "here": "nights",
        "form": form,
        "planned": planned,
        "fresh": len(fresh),
        "repeats": series.repeat_in_words(data["day"], data["repeat"]),
    }
    return render(request, "leagues/nights/series_new.html", context)


@require_safe
@club_view(readers=True)
def night_series(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """What is still to come of it; what was skipped stays and says so."""
    night = get_object_or_404(club.nights.exclude(series=None), pk=pk)
    nights = list(with_company(club).filter(series=night.series).order_by("starts_at", "pk"))
    now = timezone.now()
    coming = [night for night in nights if night.starts_at > now and night.closed_at is None]
    context = {
        "access": access,
        "here": "nights",
        "title": nights[0].name or f"{timezone.localtime(nights[0].starts_at):%A}s",
        "coming": coming,
        "planned": [night for night in coming if night.called_off_at is None],
        "played": len(nights) - len(coming),
    }
    return render(request, "leagues/nights/series.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@take_turns
def series_end(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """After this night; how many go is asked first."""
    night = get_object_or_404(Night.objects.select_related("club").exclude(series=None), club=club, pk=pk)
    if request.method != "POST":
        context = {"access": access, "here": "nights", "night": night, "many": series.after(night).count()}
        return render(request, "leagues/nights/series_end.html", context)
    removed, called_off = series.end_after(night)
    day = date_format(timezone.localtime(night.starts_at), "j F Y")
    also = f" {counted(called_off, 'night')} with answers called off." if called_off else ""
    messages.success(request, f"The series ends on {day}: {counted(removed, 'night')} removed.{also}")
    return redirect("night-series", club.slug, night.pk)
