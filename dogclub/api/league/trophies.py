"""Endpoints for trophies: current holders, all awards, and passing one on by hand."""

from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Role, Scope
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import AWARDS, MATCHES, NIGHTS, PLAYERS, TROPHIES
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import Passing, read_as
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import result_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from leagues.models import Trophy
from leagues.trophies import awards
from leagues.trophies.forms import PassForm
from leagues.trophies.history import Link, awards_of, links_of
from leagues.trophies.holders import Holder, on_show

PARTS = (TROPHIES, AWARDS, MATCHES, NIGHTS, PLAYERS)


@described(GET=words.TROPHIES)
@endpoint("GET")
def trophies_of_club(request: Request, slug: str) -> Response:
    """List the trophies that are not retired, with their holders."""
    access = club_access(plain(request), slug, readers=True)
    return answer(
        request,
        of_club(access, *PARTS),
        lambda: {"trophies": [_trophy(trophy, held) for trophy, held in on_show(access.club.pk)]},
    )


@described(GET=words.TROPHY)
@endpoint("GET")
def trophy_chain(request: Request, slug: str, pk: int) -> Response:
    """The awards of a trophy, newest first; withdrawn ones are included with their reason."""
    access = club_access(plain(request), slug, readers=True)
    return answer(
        request,
        of_club(access, *PARTS),
        lambda: _chain(request, get_object_or_404(Trophy, club=access.club, pk=pk)),
    )


def _chain(request: Request, trophy: Trophy) -> dict[str, Any]:
    """How long an award was held depends on its neighbours, which may be on another page."""
    body = page(request, awards_of(trophy), "-awarded_at", lambda award: award, "chain")
    links = [_link(link) for link in links_of(trophy, body["chain"])]
    return {**_trophy(trophy, _held(trophy)), **body, "chain": links}


def _held(trophy: Trophy) -> list[Holder]:
    return next((held for each, held in on_show(trophy.club_id, trophy.game) if each == trophy), [])


@described(POST=words.PASS_ON)
@endpoint("POST", writes=Scope.ORGANISE)
def trophy_pass(request: Request, slug: str, pk: int) -> Response:
    """Pass a trophy on by hand, with a reason. The next match may award it again."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    passing = read_as(request, Passing)
    with transaction.atomic():
        take_turn(access.club)
        rows = Trophy.objects.select_related("club").filter(club=access.club, retired_at=None)
        trophy = get_object_or_404(rows, pk=pk)
        form = PassForm({"player": passing.player, "reason": passing.reason}, club=access.club)
        check(form)
        player = form.cleaned_data["player"]
        if [holder.player for holder in _held(trophy)] == [player]:
            raise Problem("refused", _("{player} has it already.").format(player=player.label), field="player")
        awards.pass_on(trophy, player, form.cleaned_data["reason"], by=access.user)
        return Response(_trophy(trophy, _held(trophy)), HTTPStatus.CREATED)


def _trophy(trophy: Trophy, held: list[Holder]) -> dict[str, Any]:
    return shaped(result_shapes.TROPHY, trophy, game=trophy.game or None, holders=[_holder(holder) for holder in held])


def _holder(holder: Holder) -> dict[str, Any]:
    return shaped(result_shapes.HOLDER, holder, player=holder.player.pk, name=holder.player.label)


def _link(link: Link) -> dict[str, Any]:
    night, name = link.night.pk if link.night else None, link.award.player.label
    return shaped(result_shapes.CHAIN_LINK, link.award, name=name, night=night, days=link.days, mark=link.mark)
