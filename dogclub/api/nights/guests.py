"""The endpoint to add a guest to a night, with their host."""

from http import HTTPStatus

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.calendar.nights import Refused, check_open
from clubs.models import Club, Player, Role
from clubs.names import tidy_name
from dogclub.api.answers.night_answers import coming_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.forms import take_turn
from dogclub.api.http.messages import read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights.bodies import NewGuest
from dogclub.api.nights.nights import find
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from games.base.entry.guests import named
from games.base.table_game import Unreadable
from leagues.nights.attendance.taps import welcome


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
    return Response(coming_json(night, guest, row, None), HTTPStatus.CREATED)


def _host(club: Club, key: int | None) -> Player | None:
    if key is None:
        return None
    host = club.players.filter(pk=key, former=None).first()
    if host is None:
        raise Problem("invalid", _("The host is a player of the club."), field="host")
    return host
