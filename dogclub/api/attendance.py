"""The endpoint for attendance: who is here, late, away, or has left."""

from typing import Annotated, Any, Literal

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.calendar.answers import answers_of, give_answer, own_player, why_over
from clubs.calendar.nights import Refused, check_open
from clubs.models import Club, Night, Player, Role
from clubs.models.calendar import LONGEST_GUESTS, LONGEST_NOTE
from clubs.names import tidy_name
from dogclub.api.answers import answer_json, coming_json
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import ANSWERS_OF_NIGHT, ATTENDANCES_OF_NIGHT, ONE_NIGHT, PLAYERS, answer, of_club
from dogclub.api.http.messages import Key, Line, Moment, read_as, take_turn
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights import find
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from games.base.form_parsing import named
from games.base.names import sitting
from games.base.table_game import Unreadable
from leagues.attendance.taps import set_state, welcome
from leagues.playoffs.results import went_home


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest who is present and need not be a player of the club; `host` is the player who brought them."""

    name: Line
    host: Key | None = None


class Coming(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a player is present; `expected_at` is when a player who is late will arrive."""

    state: Literal["here", "late", "away", "left"]
    expected_at: Moment | None = None


class NewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you come to a night; `guests` are the names of those you bring."""

    answer: Literal["yes", "maybe", "no"]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    arrives_after: Annotated[
        Literal[0, 15, 30, 45, 60, 90, 120], Meta(description="Minutes after the start when you come")
    ] = 0
    guests: Annotated[list[Annotated[str, Meta(min_length=1, max_length=LONGEST_GUESTS)]], Meta(max_length=4)] = []


@described(PUT=words.SAY_WHO_IS_HERE)
@endpoint("PUT")
def attendance(request: Request, slug: str, pk: int, player: int) -> Response:
    """Set the attendance of a player, as on the page; idempotent."""
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    coming = read_as(request, Coming)
    with transaction.atomic():
        take_turn(access.club)
        night, who = find(access.club, pk), get_object_or_404(access.club.players, pk=player, former=None)
        try:
            check_open(night)
            set_state(night, who, coming.state, coming.expected_at)
            if coming.state == "left":
                went_home(night, who, access.user)
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        return Response(_attendance_json(night, who))


def _attendance_json(night: Night, who: Player) -> dict[str, Any]:
    row = night.attendances.get(player=who)
    seat = sitting(night).get(who.pk)
    return coming_json(night, who, row, seat[1] if seat else None)


# Endpoints for the answers of members to a night.


@described(GET=words.READ_ANSWERS)
@endpoint("GET")
def answers(request: Request, slug: str, pk: int) -> Response:
    """List the answers, for members only, since these include notes and guests."""
    access = club_access(plain(request), slug)
    edition = of_club(access, ONE_NIGHT, ANSWERS_OF_NIGHT, ATTENDANCES_OF_NIGHT, PLAYERS, row=pk)
    return answer(request, edition, lambda: _json(find(access.club, pk)))


@described(PUT=words.ANSWER)
@endpoint("PUT")
def my_answer(request: Request, slug: str, pk: int) -> Response:
    """Answer for the user's own player, as on the page of answers."""
    access = club_access(plain(request), slug)
    new = read_as(request, NewAnswer)
    with transaction.atomic():
        take_turn(access.club)
        night, guests = find(access.club, pk), _guests(new)
        try:
            player = own_player(access.club, access.player_id)
            row = give_answer(night, player, new.answer, new.note, guests, new.arrives_after)
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        return Response(answer_json(row, answers_of(night)))


def _json(night: Night) -> dict[str, Any]:
    found = answers_of(night)
    rows = [answer_json(row, found) for row in found.all]
    return {
        "places": night.places,
        "taken": found.taken,
        "closes_at": night.answers_close_at,
        "closed": why_over(night),
        "answers": rows,
    }


def _guests(new: NewAnswer) -> str:
    if any("," in name for name in new.guests):
        raise Problem("invalid", _("The name of a guest has no comma."), field="guests")
    return ", ".join(new.guests)


# The endpoint to add a guest to a night, with their host.


@described(POST=words.BRING_GUEST)
@endpoint("POST")
def guests(request: Request, slug: str, pk: int) -> Response:
    """A name that a player of the club has marks that player as here; any other creates a guest."""
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    new = read_as(request, NewGuest)
    with transaction.atomic():
        take_turn(access.club)
        night = find(access.club, pk)
        host = _host(access.club, new.host)
        try:
            check_open(night)
            guest = named(access.club, tidy_name(new.name))
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        except Unreadable as error:
            raise Problem("invalid", error.message, field="name") from error
        welcome(night, guest, host)
        row = night.attendances.get(player=guest)
    return created(request, coming_json(night, guest, row, None), "api-night", slug, night.pk)


def _host(club: Club, key: int | None) -> Player | None:
    if key is None:
        return None
    host = club.players.filter(pk=key, former=None).first()
    if host is None:
        raise Problem("invalid", _("The host is a player of the club."), field="host")
    return host
