"""The page of a night, which updates live, and the calendar of nights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.answers import admit_waiting
from clubs.calendar.nights import Refused, call_off, reinstate
from clubs.language.locales import date_format
from clubs.language.terms import capital
from clubs.models import Club, Night, Role
from clubs.models.calendar import club_day
from clubs.queries import serialised
from clubs.responses import cached_fragment, fragment, is_following, page_of, polled, saved
from games.access import device_of
from games.confirmation import waiting_words
from games.entries.match_state import MatchState, load_many, seats_of
from games.live import night_topic, topic_stream
from games.models import Match, Seat
from leagues.attendance.strip import AttendanceTiles, attendance_tiles, attending
from leagues.attendance.taps import is_ahead, is_near, with_attendance_counts
from leagues.draw.draw import ShownDraw, draws_of
from leagues.models import Playoff
from leagues.nights.answers import answer_page, standing_line
from leagues.nights.forms import NewNightForm, NightForm
from leagues.nights.next_step import (
    decisions,
    has_read,
    last_night,
    next_start,
    next_step,
    outlook,
    playoffs_of,
    steps_of,
    way_on,
)
from leagues.nights.over import evening_winner, night_over, stakes, stakes_by_answer, trophy_outcomes, what_changed
from leagues.nights.tables import (
    finished_groups,
    holds_lock,
    is_tonight,
    lead,
    lead_under_day,
    matches_of,
    night_for,
    seats_at_tables,
    table_now,
)
from leagues.series.pages import series_new
from leagues.trophies.holders import Holder, holders

# The page of a night: its tables, attendance, and trophies at stake. It updates live while the night goes on.


@require_safe
@club_view(spectators=True)
def night(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """The number of queries depends neither on how many tables there are nor on how much was played before."""
    row = night_for(club, access, pk)
    tables, people = matches_of(row), attendance_tiles(row, QueryDict())
    held = holders(row.club_id) if access.can_read_history else []
    seats, playoffs = seats_of(tables), playoffs_of(row)
    draws = draws_of(row)
    device = device_of(request)
    step = next_step(row, access, tables, device)
    is_over = row.closed_at is not None and bool(tables) and access.can_read_history
    if is_over and access.is_member and has_read(request, row):
        step = way_on(access) or step
    passed, front = (trophy_outcomes(row), what_changed(row, tables)) if is_over else ([], "")
    shown = [(each.trophy, each.player.pk, each.player.label, each.words) for each in passed]
    coming = _coming(row, access, people, held) if not tables and not draws and is_ahead(row, people) else None
    depends = (*_depends(row, tables, seats, people, held, playoffs, access), *_drawn(draws), step, shown, front)
    own = {match.pk for match in tables if match.is_open and holds_lock(match, device)}
    depends = (*depends, coming and coming["depends"], sorted(own))
    is_own = access.can_record or coming is not None

    def body() -> SafeString:
        states = [state.public for state in load_many(tables, seats)]
        context = _context(access, row, states, people, held) | {
            "own": own,
            "playoffs": playoffs,
            "draws": draws,
            "next": step,
        }
        context["steps"] = steps_of(row, tables, people, draws)
        context["outlook"] = outlook(playoffs) if _goes_on(row) else []
        context["won"] = evening_winner(tables, seats)
        context["over"] = night_over(context["tables"], passed, front) if is_over else None
        context |= coming or {}
        return render_to_string("leagues/nights/_body.html", context, request if is_own else None)

    def page(since: str) -> HttpResponse:
        context = {
            "access": access,
            "here": "tonight" if any(match.is_open for match in tables) else "nights",
            "night": row,
            "follows": _goes_on(row) or is_following(request),
            "stream": f"{row.get_absolute_url()}live/",
            "since": since,
            "body": body() if is_own else cached_fragment(depends, body),
        }
        return render(request, fragment(request, "leagues/nights/night.html"), context)

    return polled(request, depends, page)


@require_safe
@club_view(spectators=True)
def night_live(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """The event stream of the page. For visitors it opens only tonight, as the page does."""
    return topic_stream(night_topic(night_for(club, access, pk).pk), access)


def _goes_on(row: Night) -> bool:
    return not row.closed_at and not row.called_off_at and is_tonight(row)


def _coming(row: Night, access: Access, people: AttendanceTiles, held: Sequence[Holder]) -> dict[str, Any]:
    """Return the context of a night ahead, and in `depends` what is visible of it; members see the answers."""
    page = answer_page(row, access.player_id) if access.is_member else None
    said = [
        (each.player_id, each.player.label, each.answer, each.note, each.guests, each.arrives_after)
        for each in (page.answers.all if page else ())
    ]
    lists = [[each.pk for each in rows] for rows in (page.answers.coming, page.answers.waiting)] if page else []
    ahead, is_early = stakes_by_answer(held, page.answers if page else None), not is_near(row)
    reminds = page.remind_words if page and is_early and access.can_organise else ""
    standing = standing_line(row, page.player_id) if page and page.is_open else ""
    heads = {"headline": capital(date_format(club_day(row.starts_at), "l, j F")), "lead": lead_under_day(row)}
    return {
        **({} if row.name else heads),
        "is_coming": True,
        "page": page,
        "is_early": is_early,
        "asks": bool(page and page.is_open and not page.mine and (is_early or not access.can_record)),
        "reminds": reminds,
        "admits": page.admit_words if page and access.can_organise else "",
        "standing": standing,
        "stakes": ahead,
        "depends": (
            said,
            lists,
            page and (page.player_id, page.closed, page.silent),
            ahead,
            is_early,
            reminds,
            standing,
        ),
    }


def _depends(
    row: Night,
    tables: Sequence[Match],
    seats: Mapping[UUID, Sequence[Seat]],
    people: AttendanceTiles,
    held: Sequence[Holder],
    playoffs: Sequence[Playoff],
    access: Access,
) -> tuple[Any, ...]:
    """Return everything that is visible on the page, as the key for caching and polling."""
    came = [
        (tile.player.label, tile.state, tile.row and (tile.row.arrived_at, tile.row.expected_at, tile.row.left_at))
        for tile in people.tiles
    ]
    about = (row.pk, row.title, row.starts_at, *row.about, row.closed_at, row.called_off_at, row.reason)
    dealt = [(each.pk, each.version, each.table, [seat.player.label for seat in seats[each.pk]]) for each in tables]
    holders = [(each.trophy.pk, each.trophy.name, each.player.label, each.since, each.times) for each in held]
    who = (row.club.branding, row.club.slug, row.club.has_comments, access.role, access.can_read_history)
    return (
        *about,
        dealt,
        came,
        holders,
        decisions(playoffs),
        *who,
        timezone.localtime().strftime("%d %H:%M"),
    )


def _drawn(draws: Sequence[ShownDraw]) -> list[tuple[Any, ...]]:
    return [(draw.row.pk, draw.is_open, draw.about, draw.words, draw.why, *draw.changes) for draw in draws]


def _context(
    access: Access, row: Night, states: Sequence[MatchState], people: AttendanceTiles, held: Sequence[Holder]
) -> dict[str, Any]:
    waits = waiting_words(states)
    tables = [table_now(state, waits.get(state.match.pk, "")) for state in states]
    return {
        "access": access,
        "night": row,
        "lead": lead(row, states, people),
        "tables": tables,
        "groups": finished_groups(tables),
        "is_live": any(state.match.is_open for state in states),
        "is_open": not (row.closed_at or row.called_off_at),
        "people": people,
        "attending": attending(row, people, seats_at_tables(states), held),
        "stakes": stakes(states, people, held),
    }


# The calendar of nights: upcoming ones, and past ones by season.


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
    last = last_night(club)
    like = _series_of(club, request.GET.get("series", ""))
    fresh = Night(club=club, starts_at=next_start(club), place=last.place if last else "", series=like)
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
        return _saved(request, access, form, saved())
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


@require_POST
@club_view(Role.ORGANISER)
@serialised
def night_admit(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Make room for everybody on the waiting list."""
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    try:
        admit_waiting(night)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        words = _("The night has {places} places now, and nobody waits.")
        messages.success(request, words.format(places=night.places))
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
