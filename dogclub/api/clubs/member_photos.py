"""The endpoint for a player's photo, which the member it shows uploads."""

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from rest_framework.decorators import renderer_classes
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.member_photos.keeping import content_of, put_photo, remove_photo
from clubs.member_photos.reading import Crop, SquarePhoto, read_square
from clubs.member_photos.showing import OFF, shows_photos
from clubs.models import Player, Scope, ShowPhotos
from clubs.pictures.heic import PHOTO
from clubs.pictures.reading import Refused
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer_file, check_match, of_club, tag_of
from dogclub.api.http.fingerprints import ONE_PLAYER
from dogclub.api.http.forms import take_turn
from dogclub.api.http.messages import read_nothing
from dogclub.api.http.problems import Problem
from dogclub.api.http.renderers import Jpeg
from dogclub.api.http.session import plain
from dogclub.api.http.upload import uploaded_file
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described

TOO_LARGE = gettext_lazy("This is more than {most} MB. Make the picture smaller.")


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
        return answer_file(request, _edition(access, pk), lambda: _picture(access, pk))
    get_object_or_404(access.club.players, pk=pk)
    if access.player_id != pk and not (request.method == "DELETE" and access.can_organise):
        raise PermissionDenied
    return _change(request, access, pk)


def _change(request: Request, access: Access, pk: int) -> Response:
    new = _handed_in(request, access) if request.method == "PUT" else None
    if new is None:
        read_nothing(request)
    with transaction.atomic():
        take_turn(access.club)
        player = get_object_or_404(access.club.players, pk=pk)
        check_match(request, _edition(access, pk))
        if new:
            put_photo(player, new)
        else:
            remove_photo(player)
        return Response(status=HTTPStatus.NO_CONTENT, headers={"ETag": tag_of(request, _edition(access, pk))})


def _handed_in(request: Request, access: Access) -> SquarePhoto:
    if access.club.photos == ShowPhotos.NOBODY:
        raise Problem("refused", str(OFF))
    try:
        with uploaded_file(request, PHOTO.most_bytes, TOO_LARGE) as file:
            return read_square(file, file.size or 0, Crop())
    except Refused as reason:
        raise Problem("invalid", str(reason), field="file") from reason


def _picture(access: Access, pk: int) -> HttpResponse:
    key = Player.objects.filter(club=access.club, pk=pk).values_list("photo", flat=True).first()
    content = content_of(pk, access.club.pk, key or "", "large")
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/jpeg")


def _edition(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_PLAYER, row=pk)
