"""The endpoint for attendance: who is here, late, away, or has left."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.calendar.nights import Refused, arrive, check_open, expect, go_home, stay_away
from clubs.models import Night, Player, Role
from dogclub.api.answers.night_answers import coming_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.forms import take_turn
from dogclub.api.http.messages import read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights.bodies import Coming
from dogclub.api.nights.nights import find
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from games.base.entry.open_seats import sitting
from leagues.playoffs.seating.leavers import went_home


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
            _write(night, who, coming)
            if coming.state == "left":
                went_home(night, who, access.user)
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        return Response(_json(night, who))


def _write(night: Night, who: Player, coming: Coming) -> None:
    if coming.state != "here" and who.pk in sitting(night):
        words = _("{player} is at a table. Record the early leave on its sheet first.")
        raise Refused(words.format(player=who.label))
    if coming.state == "here":
        arrive(night, [who])
    elif coming.state == "late":
        expect(night, who, coming.expected_at)
    elif coming.state == "left":
        go_home(night, who)
    else:
        stay_away(night, who)


def _json(night: Night, who: Player) -> dict[str, Any]:
    row = night.attendances.filter(player=who).first()
    if row is None:
        raise Problem("refused", _("{who} was never here: nobody can leave who has not come.").format(who=who.label))
    seat = sitting(night).get(who.pk)
    return coming_json(night, who, row, seat[1] if seat else None)
