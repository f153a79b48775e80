"""Endpoints for the players of a club."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.member_photos import (
    Crop,
    PhotosOff,
    SquarePhoto,
    check_on,
    content_of,
    put_photo,
    read_square,
    remove_photo,
    shows_photos,
)
from clubs.models import Club, Player, Role, Scope
from clubs.pictures.reading import HOUR, PHOTO, PictureRefused, may_read
from clubs.players.forms import PlayerForm
from clubs.players.search import player_of
from clubs.queries import lock_club
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import Jpeg, created, endpoint
from dogclub.api.http.etags import (
    NAMES,
    NAMES_OF_PLAYER,
    ONE_PLAYER,
    PLAYERS,
    Edition,
    answer,
    answer_file,
    check_match,
    of_club,
    tag_of,
    written,
)
from dogclub.api.http.messages import NewPlayer, PlayerChange, changes, check, read_as, read_nothing, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
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
    row = form.save()
    return created(request, player_json_for(access)(row), "api-player", access.club.slug, row.pk)


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


# The endpoint for a player's photo, which the member it shows uploads.


@described(GET=people.READ_MEMBER_PHOTO, PUT=people.PUT_MEMBER_PHOTO, DELETE=people.REMOVE_MEMBER_PHOTO)
@endpoint("GET", "PUT", "DELETE", reads=Scope.TONIGHT)
@renderer_classes([Jpeg, JSONRenderer])
def member_photo(request: Request, slug: str, pk: int) -> HttpResponseBase:
    """Read, upload or remove: members their own, organisers may remove any."""
    is_read = request.method in ("GET", "HEAD")
    access = club_access(plain(request), slug, spectators=True) if is_read else club_access(plain(request), slug)
    if is_read:
        if not shows_photos(access):
            raise Http404
        return answer_file(request, _edition_of_photo(access, pk), lambda: _picture(access, pk))
    get_object_or_404(access.club.players, pk=pk)
    if access.player_id != pk and not (request.method == "DELETE" and access.can_organise):
        raise PermissionDenied
    return _change_photo(request, access, pk)


def _change_photo(request: Request, access: Access, pk: int) -> Response:
    new = _handed_in(request, access) if request.method == "PUT" else None
    if new is None:
        read_nothing(request)
    with transaction.atomic():
        club = lock_club(access.club)
        player = get_object_or_404(club.players, pk=pk)
        check_match(request, _edition_of_photo(access, pk))
        if new:
            _check_on(club)
            put_photo(player, new)
        else:
            remove_photo(player)
        return Response(status=HTTPStatus.NO_CONTENT, headers={"ETag": tag_of(request, _edition_of_photo(access, pk))})


def _handed_in(request: Request, access: Access) -> SquarePhoto:
    _check_on(access.club)
    if not may_read(plain(request), access):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, PHOTO.most_bytes, PICTURE_TOO_LARGE) as file:
            return read_square(file, file.size or 0, Crop())
    except PictureRefused as reason:
        raise picture_problem(reason) from reason


def _check_on(club: Club) -> None:
    try:
        check_on(club)
    except PhotosOff as off:
        raise Problem("refused", str(off)) from off


def _picture(access: Access, pk: int) -> HttpResponse:
    key = Player.objects.filter(club=access.club, pk=pk).values_list("photo", flat=True).first()
    content = content_of(pk, access.club.pk, key or "", "large")
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/jpeg")


def _edition_of_photo(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_PLAYER, row=pk)
