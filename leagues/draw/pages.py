"""The page on which a night is started: who is here, the game, the draw and the plan. Every tap posts the form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import Access, club_view
from clubs.calendar.answers import Answers, answers_of
from clubs.calendar.nights import Refused, check_open
from clubs.models import Club, Night, Role, User
from clubs.queries import serialised
from games.base.options import check_tapped
from games.base.table_game import Unreadable
from games.models import Match
from leagues.attendance.strip import AttendanceTiles, attendance_tiles
from leagues.attendance.taps import (
    answer_labels,
    answers_to_record,
    can_undo_recorded_answers,
    clearable,
    promised,
    record_answers,
    tapped,
    tiles_after_recording,
    undo_recorded_answers,
)
from leagues.draw.deal import check_sizes, deal, dealt_before
from leagues.draw.setup_form import SetupForm, check_choices, read_setup_form
from leagues.draw.setup_page import shown
from leagues.draw.stored_draw import apply_tap, open_draw, with_stored
from leagues.nights.next_step import setup_steps


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
@serialised
def night_setup(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Each tap saves attendance and the draw with its changes; a POST with `do=deal` creates the matches."""
    night = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    try:
        check_open(night)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("night", club.slug, pk)
    if request.method != "POST":
        form = request.GET.copy()
        answers = answers_of(night)
        people = tiles_after_recording(attendance_tiles(night, form), answers_to_record(night, answers))
        return _page(request, access, _read(night, people, form), people, {}, answers)
    return _tapped(request, access, night)


def _tapped(request: HttpRequest, access: Access, night: Night) -> HttpResponse:
    form = request.POST.copy()
    errors = _who(night, form)
    people = attendance_tiles(night, form)
    setup = _read(night, people, form)
    if not errors and form.get("do") == "deal":
        try:
            return _go(request, night, dealt_before(night, form.get("draw", "")) or deal(setup, access.user))
        except Unreadable as error:
            errors = {error.field: error.message}
    elif not errors:
        errors = _act(setup, access.user)
        form = _after(form, has_acted=not errors)
        setup = _read(night, people, form)
    return _page(request, access, setup, people, errors)


def _who(night: Night, form: QueryDict) -> dict[str, str]:
    """Save what the tap says about attendance, after players who said yes are recorded as here. Returns errors by
    field.
    """
    if form.get("do") == "untake":
        undo_recorded_answers(night)
        return {}
    return record_answers(night) or tapped(night, form)


def _read(night: Night, people: AttendanceTiles, form: QueryDict) -> SetupForm:
    stored = open_draw(night)
    return read_setup_form(night, people.free, with_stored(form, stored), stored)


def _act(setup: SetupForm, by: User | None) -> dict[str, str]:
    try:
        check_tapped(setup.table_game, setup.night.club, setup.form)
        apply_tap(setup, by)
    except Unreadable as error:
        return {error.field: error.message}
    return {}


def _after(form: QueryDict, *, has_acted: bool) -> QueryDict:
    """Return the form for the next page: the first of the two taps of a swap is stored in `picked`; every other tap is
    finished.
    """
    do, _, what = form.get("do", "").partition(":")
    after = form.copy()
    if has_acted:
        after["picked"] = what if do == "pick" and not form.get("picked") else ""
        after["reason"] = ""
    return after


def _go(request: HttpRequest, night: Night, matches: list[Match]) -> HttpResponse:
    """Redirect to the sheet of a single match, or to the page of the night for several."""
    if len(matches) == 1:
        url = reverse("table", args=[matches[0].pk])
    else:
        url = reverse("night", args=[night.club.slug, night.pk])
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def _page(
    request: HttpRequest,
    access: Access,
    setup: SetupForm,
    people: AttendanceTiles,
    errors: dict[str, str],
    answers: Answers | None = None,
) -> HttpResponse:
    answers = answers or answers_of(setup.night)
    taken = {tile.player.pk for tile in people.tiles if tile.taken}
    words = answer_labels(answers)
    context = {
        "access": access,
        "night": setup.night,
        "tiles": [(tile, words.get(tile.player.pk, "")) for tile in people.tiles],
        "taken": taken,
        "can_undo": can_undo_recorded_answers(setup.night),
        "promised": taken or {row.player_id for row in promised(setup.night, answers)},
        "people": people,
        "clearable": clearable(setup.night, people.tiles),
        "setup": setup,
        "form": setup.form,
        "errors": errors or _unfit(setup),
        "too_small": _why_not(setup),
        "steps": setup_steps(is_drawn=setup.draw.is_drawn, is_playoff=setup.is_playoff),
        **shown(setup),
    }
    template = "leagues/draw/setup.html#night-setup" if "HX-Request" in request.headers else "leagues/draw/setup.html"
    return render(request, template, context, status=422 if errors else 200)


def _unfit(setup: SetupForm) -> dict[str, str]:
    """Return the error of a choice that no longer fits who is here now; {} if all fit."""
    try:
        check_choices(setup)
    except Unreadable as error:
        return {error.field: error.message}
    return {}


def _why_not(setup: SetupForm) -> str:
    """Return the sentence with which a draw or deal of these sizes would be refused, shown in advance; "" if there is
    none.
    """
    try:
        check_sizes(setup)
    except Unreadable as error:
        return error.message
    return ""
