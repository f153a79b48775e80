"""Endpoints for the players of a club."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.member_photos.showing import shows_photos
from clubs.models import Player, Role, Scope
from clubs.players.forms import PlayerForm
from clubs.players.search import player_of
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer, check_match, of_club, written
from dogclub.api.http.fingerprints import NAMES, NAMES_OF_PLAYER, ONE_PLAYER, PLAYERS
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import NewPlayer, PlayerChange, changes, read_as
from dogclub.api.http.paging import page
from dogclub.api.http.session import plain
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described

FORM_NAMES = {"is_guest": "guest"}


@described(GET=people.LIST_PLAYERS, POST=people.ADD_PLAYER)
@endpoint("GET", "POST")
def players(request: Request, slug: str) -> Response:
    """List all players (active, inactive and former ones, merged ones only as the player they became), or add one."""
    if request.method == "POST":
        return _add(request, club_access(plain(request), slug, Role.SCOREKEEPER))
    access = club_access(plain(request), slug, readers=True)
    rows = access.club.players.prefetch_related("former_names")
    edition = of_club(access, PLAYERS, NAMES)
    return answer(request, edition, lambda: page(request, rows, "pk", player_json_for(access), "players"))


@described(GET=people.READ_PLAYER, PATCH=people.CHANGE_PLAYER)
@endpoint("GET", "PATCH", writes=Scope.ORGANISE)
def player(request: Request, slug: str, pk: int) -> Response:
    """Read or change a player."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER), pk)
    access = club_access(plain(request), slug, readers=True)
    return answer(
        request, _edition(access, pk), lambda: player_json_for(access)(get_object_or_404(access.club.players, pk=pk))
    )


def _edition(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_PLAYER, NAMES_OF_PLAYER, row=pk)


@transaction.atomic
def _add(request: Request, access: Access) -> Response:
    new = read_as(request, NewPlayer)
    take_turn(access.club)
    form = PlayerForm(_filled(changes(new)), player=Player(club=access.club))
    check(form, FORM_NAMES)
    return Response(player_json_for(access)(form.save()), HTTPStatus.CREATED)


@transaction.atomic
def _change(request: Request, access: Access, pk: int) -> Response:
    changed = changes(read_as(request, PlayerChange))
    take_turn(access.club)
    row = player_of(access.club, pk)
    check_match(request, _edition(access, pk))
    if "resting" in changed:
        row.is_active = not changed.pop("resting")
    form = PlayerForm(_filled(changed, row), player=row)
    check(form, FORM_NAMES)
    return written(request, _edition(access, pk), player_json_for(access)(form.save()))


def _filled(values: dict[str, Any], row: Player | None = None) -> dict[str, Any]:
    """Return the data of the form: the row's values, overridden by `values`."""
    names = ("name", "nickname", "initials", "colour")
    was = {**{name: getattr(row, name) for name in names}, "guest": row.is_guest} if row else {}
    data = {**was, **values}
    return {**data, "is_guest": data.get("guest", False)}


def player_json_for(access: Access) -> Callable[[Player], dict[str, Any]]:
    """Return a function that converts players to JSON, with their photo only where `access` may see it."""
    slug, has_photos = access.club.slug, shows_photos(access)

    def player_json(player: Player) -> dict[str, Any]:
        called_before = [str(row) for row in player.former_names.all()]
        photo = reverse("api-member-photo", args=[slug, player.pk]) if has_photos and player.photo else None
        own = {"state": state(player), "guest": player.is_guest, "photo": photo, "called_before": called_before}
        return shaped(people.PLAYER, player, **own)

    return player_json


def state(player: Player) -> str:
    """Return "former", "plays" (active) or "rests"."""
    if player.is_former:
        return "former"
    return "plays" if player.is_active else "rests"
