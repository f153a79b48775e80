"""Endpoints for the answers of members to a night."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.calendar.answers import answers_of, give_answer, own_player, why_over
from clubs.calendar.nights import Refused
from clubs.models import Night
from dogclub.api.answers.night_answers import answer_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import ANSWERS_OF_NIGHT, ATTENDANCES_OF_NIGHT, ONE_NIGHT, PLAYERS
from dogclub.api.http.forms import take_turn
from dogclub.api.http.messages import read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights.bodies import NewAnswer
from dogclub.api.nights.nights import find
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described


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
