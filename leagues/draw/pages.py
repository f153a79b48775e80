"""Start the night on one screen: who is here, which game, who sits where, the plan. Every tap is a form."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import Access, club_view
from clubs.calendar.nights import Refused, check_open
from clubs.locks import take_turns
from clubs.models import Club, Night, Role
from games.base.table_game import Unreadable
from games.models import Match
from leagues.draw.deal import check_sizes, deal
from leagues.draw.setup_form import SetupForm, read_setup_form
from leagues.draw.setup_page import shown
from leagues.nights.attendance_taps import tapped
from leagues.nights.attendance_tiles import AttendanceTiles, attendance_tiles


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
@take_turns
def night_setup(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Who is here is written down with each tap; the matches with the one wish that is `deal`."""
    night = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    try:
        check_open(night)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("night", club.slug, pk)
    form = request.POST.copy() if request.method == "POST" else request.GET.copy()
    errors = tapped(night, form) if request.method == "POST" else {}
    people = attendance_tiles(night, form)
    wish = read_setup_form(night, people.free, form)
    if request.method == "POST" and form.get("do") == "deal" and not errors:
        try:
            return _go(request, wish, deal(wish, _key(form), access.user))
        except Unreadable as error:
            errors = {error.field: error.message}
    return _page(request, access, wish, people, errors)


def _key(form: QueryDict) -> uuid.UUID:
    try:
        return uuid.UUID(form.get("match", ""))
    except ValueError as error:
        raise Unreadable("This page was not sent whole. Please tap Deal once more.") from error


def _go(request: HttpRequest, wish: SetupForm, matches: list[Match]) -> HttpResponse:
    """One table goes straight to its sheet; several are looked at together."""
    if len(matches) == 1:
        url = reverse("table", args=[matches[0].pk])
    else:
        url = reverse("night", args=[wish.night.club.slug, wish.night.pk])
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def _page(
    request: HttpRequest, access: Access, wish: SetupForm, people: AttendanceTiles, errors: dict[str, str]
) -> HttpResponse:
    form = wish.form
    context = {
        "access": access,
        "night": wish.night,
        "people": people,
        "wish": wish,
        "form": form,
        "match_id": form.get("match") or uuid.uuid4(),
        "errors": errors,
        "too_small": _why_not(wish),
        "paper": f"{reverse('paper', args=[access.club.slug])}?{urlencode({'game': wish.table_game.key})}",
        **shown(wish),
    }
    template = "leagues/draw/setup.html#night-setup" if "HX-Request" in request.headers else "leagues/draw/setup.html"
    return render(request, template, context, status=422 if errors else 200)


def _why_not(wish: SetupForm) -> str:
    """What will be refused, said before somebody taps Deal."""
    try:
        check_sizes(wish)
    except Unreadable as error:
        return error.message
    return ""
