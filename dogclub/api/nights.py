"""Endpoints for the calendar of nights, for one night with its attendance and tables, and for series of nights."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Annotated, Any, Literal

from django.db import transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.answers import remind
from clubs.calendar.nights import Refused, by_club_clock, call_off, reinstate
from clubs.models import Club, Night, Role, Scope
from clubs.models.calendar import LONGEST_REASON, MOST_PLACES
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
from dogclub.api.http.messages import Line, Moment, changes, check, read_as, read_nothing, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from leagues.attendance.strip import attendance_tiles
from leagues.draw.draw import draws_of
from leagues.nights.forms import NewNightForm, NightForm
from leagues.nights.tables import night_for, tables_of
from leagues.series.changes import Change, coming_of, end_after, plan, save, save_planned
from leagues.series.changes import changes as changes_of
from leagues.series.form import check_days
from leagues.series.pattern import Pattern, why_skipped

Places = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_PLACES)] | None, Meta(description="How many can come, guests included; or null")
]

Closing = Annotated[
    Literal[0, 30, 60, 90, 120, 180, 360, 720, 1440, 2880],
    Meta(description="Minutes before the start at which answers close"),
]
Repeat = Annotated[
    Literal["weekly", "two-weekly", "monthly", "last"],
    Meta(description="monthly: such as the third Thursday; last: the last such weekday of each month"),
]


ABOUT: dict[str, tuple[Any, Any]] = {  # type and default of each field of Night.ABOUT
    "name": (Line, ""),
    "place": (Annotated[str, Meta(max_length=80)], ""),
    "note": (Annotated[str, Meta(max_length=300)], ""),
    "places": (Places, None),
    "answers_close": (Closing, 0),
}


def _body(name: str, words: str, *before: Any, after: Sequence[Any] = (), changes: bool = False) -> type[Struct]:
    """A body with the fields `before`, those of ABOUT and `after`; with `changes` a field may be left out as UNSET."""
    fields = (
        (name, kind | UnsetType, UNSET) if changes else (name, kind, usual) for name, (kind, usual) in ABOUT.items()
    )
    about = {"__doc__": words, "__module__": __name__}
    return defstruct(name, [*before, *fields, *after], frozen=True, forbid_unknown_fields=True, namespace=about)


NewNight = _body(
    "NewNight",
    "A night for the calendar.",
    ("starts_at", Annotated[Moment, Meta(description="When it starts, to the minute")]),
)
NightChange = _body(
    "NightChange",
    "Keys left out stay unchanged. The start cannot change once somebody is present.",
    ("starts_at", Moment | UnsetType, UNSET),
    changes=True,
)
NewSeries = _body(
    "NewSeries",
    "Nights that repeat at the same local time of the club. With `preview` nothing is saved.",
    ("starts_at", Annotated[Moment, Meta(description="When the first one starts, to the minute")]),
    ("repeat", Repeat),
    ("until", Annotated[date, Meta(description="No night is later")]),
    after=[("preview", bool, False)],
)


class SeriesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The new pattern of the future nights, at the same local time of the club."""

    starts_at: Annotated[Moment, Meta(description="When the first one starts, to the minute")]
    repeat: Repeat
    until: Annotated[date, Meta(description="No night is later")]
    preview: bool = False


class CallOff(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why a night is called off; optional."""

    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


# The calendar, and one night.


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


# Series: preview, add, list, change, end. Single nights of a series change like any other night.


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
        return _change_series(request, club_access(plain(request), slug, Role.ORGANISER).club, pk)
    access = club_access(plain(request), slug, readers=True)

    def body() -> object:
        night = get_object_or_404(access.club.nights.exclude(series=None), pk=pk)
        return page(request, _nights(access.club, night), "starts_at", night_json, "nights")

    return answer(request, of_club(access, NIGHTS), body)


@transaction.atomic
def _change_series(request: Request, club: Club, pk: int) -> Response:
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
