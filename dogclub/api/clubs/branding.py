"""Endpoints for a club's name, logo and colour."""

from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy
from rest_framework.decorators import renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.branding.forms import BrandingForm
from clubs.branding.logo import LIMITS, keep_logo, logo_of, read_logo
from clubs.contrast import Shade, dark, light
from clubs.models import Club, Role, Scope
from clubs.pictures.reading import Refused
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer, answer_file, check_match, of_club, written
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import BrandingChange, changes, read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.renderers import Png
from dogclub.api.http.session import plain
from dogclub.api.http.upload import uploaded_file
from dogclub.api.openapi import branding as words
from dogclub.api.openapi.operation import described

TOO_LARGE = gettext_lazy("This is more than {most} MB. Make the picture smaller.")


@described(GET=words.READ_BRANDING, PATCH=words.CHANGE_BRANDING)
@endpoint("GET", "PATCH", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def branding(request: Request, slug: str) -> Response:
    """Read by everyone who may see the club, changed by organisers."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, _edition(access), lambda: branding_json(access.club))


@transaction.atomic
def _change(request: Request, access: Access) -> Response:
    changed = changes(read_as(request, BrandingChange))
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition(access))
    form = BrandingForm(
        {"name": access.club.name, "colour": access.club.colour, "photos": access.club.photos, **changed}
    )
    check(form)
    form.save(access.club)
    return written(request, _edition(access), branding_json(access.club))


@described(GET=words.READ_LOGO, PUT=words.CHANGE_LOGO, DELETE=words.REMOVE_LOGO)
@endpoint("GET", "PUT", "DELETE", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
@renderer_classes([Png])
def logo(request: Request, slug: str) -> HttpResponseBase:
    """The logo as a re-encoded PNG, never the uploaded file."""
    if request.method == "GET" or request.method == "HEAD":
        access = club_access(plain(request), slug, spectators=True)
        return answer_file(request, _edition(access), lambda: _picture(access.club))
    access = club_access(plain(request), slug, Role.ORGANISER)
    new = _handed_in(request) if request.method == "PUT" else None
    with transaction.atomic():
        take_turn(access.club)
        keep_logo(access.club, new)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _handed_in(request: Request) -> Any:
    try:
        with uploaded_file(request, LIMITS.most_bytes, TOO_LARGE) as file:
            return read_logo(file, file.size or 0)
    except Refused as reason:
        raise Problem("invalid", str(reason), field="file") from reason


def _picture(club: Club) -> HttpResponse:
    content = logo_of(club)
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/png")


def _edition(access: Access) -> Edition:
    return of_club(access, branding=access.club.branding, photos=access.club.photos)


def branding_json(club: Club) -> dict[str, Any]:
    shades = {theme: _shade(shade(club.colour)) if club.colour else None for theme, shade in SHADES.items()}
    return shaped(words.BRANDING, club, **shades, logo=club.logo_url or None)


SHADES = {"light": light, "dark": dark}


def _shade(shade: Shade) -> dict[str, Any]:
    return shaped(words.SHADE, shade)
