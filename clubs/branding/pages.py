"""The page of a club's name, logo and colour with a preview, and the logo as an image."""

from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.branding.forms import WRONG_COLOUR, BrandingForm, ColourField, logo_of
from clubs.contrast import HEX, Shade, dark, light
from clubs.models import Club, ClubLogo, Role
from clubs.pictures.rate import may_read, too_many
from clubs.queries import lock_club
from clubs.responses import saved

A_YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class Preview:
    """The look of a club with other branding: the colours as used, and the `shades` they are derived from."""

    name: str
    light: str
    dark: str
    shades: tuple[Shade, ...]
    wrong: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
def club_branding(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """With `name` and `colour` in the query, the preview shows those; nothing is saved."""
    stored = {"name": club.name, "colour": club.colour}
    asked = {name: request.GET.get(name, was)[:80] for name, was in stored.items()}
    initial = {**stored, "photos": club.photos}
    if request.FILES and not may_read(request, access):
        return too_many(request)
    form = BrandingForm(request.POST, request.FILES) if request.method == "POST" else BrandingForm(initial=initial)
    if form.is_valid():  # the logo is read before anything is locked
        with transaction.atomic():
            form.save(lock_club(club))
        messages.success(request, saved())
        return redirect("club-branding", club.slug)
    if form.is_bound:
        asked = {name: form.data.get(name, "") for name in stored}
    context = {
        "access": access,
        "here": "manage",
        "form": form,
        "logo": ClubLogo.objects.filter(club=club).first(),
        "preview": preview(asked["name"] or club.name, asked["colour"]),
    }
    return render(request, "clubs/branding/branding.html", context, status=422 if form.errors else 200)


def preview(name: str, typed: str) -> Preview:
    """Return a preview; for an invalid colour, one without colour and with the message in `wrong`."""
    colour = ColourField(required=False).to_python(typed)
    if not HEX.fullmatch(colour):
        return Preview(name, "", "", (), str(WRONG_COLOUR) if colour else "")
    shades = light(colour), dark(colour)
    return Preview(name, shades[0].used, shades[1].used, shades)


@require_safe
@club_view(spectators=True)
def club_logo(request: HttpRequest, club: Club, access: Access, key: str) -> HttpResponseBase:
    """The logo under its hash; the content never changes, so that browsers cache it."""
    content = logo_of(club) if key == club.logo else None
    if content is None:
        raise Http404
    return sent(request, content, "image/png", key)


def sent(request: HttpRequest, content: bytes, content_type: str, key: str) -> HttpResponseBase:
    """Return an image whose address has its hash, to be cached by the user's browser but not by proxies."""
    tag = f'"{key}"'
    response = get_conditional_response(request, etag=tag) or HttpResponse(content, content_type=content_type)
    response["ETag"] = tag
    response["Cache-Control"] = f"private, max-age={A_YEAR}, immutable"
    return response
