"""A club's name, logo and colour: their form, their page with a preview, and the logo as an image."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import IO, Any, TypedDict

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.contrast import HEX, Shade, dark, light
from clubs.fields import ClubNameField
from clubs.language.locales import grouped
from clubs.models import Club, ClubLogo, Role, ShowPhotos
from clubs.pictures.reading import Limits, PictureRefused, converted, may_read, too_many
from clubs.queries import lock_club
from clubs.responses import saved

# A club's logo: read from a file, stored, sent; and the letterhead with it, for paper and pictures.

LIMITS = Limits(most_bytes=2_000_000)
SIDES = (256, 224, 192, 160, 144)  # pixels of the longer side; the last is small enough for any content
LARGEST_LOGO = 100_000  # bytes
ROUGHEST = 16  # pixels
MOST_ELONGATED = 4  # highest allowed ratio of the sides


@dataclass(frozen=True)
class Logo:
    """A logo as PNG with its size in pixels."""

    content: bytes
    width: int
    height: int

    @property
    def key(self) -> str:
        """The start of the content's hash."""
        return hashlib.sha256(self.content).hexdigest()[:16]


def read_logo(file: IO[bytes], size: int, *, wait: int | None = None) -> Logo:
    """Return the logo, re-encoded and scaled down. Raise Refused."""
    picture = converted(
        file,
        size,
        LIMITS,
        {
            "formats": [*LIMITS.formats],
            "needed": 2 * SIDES[0],
            "square": None,
            "on_white": False,
            "outputs": [
                {"kind": "PNG", "largest": LARGEST_LOGO, "steps": [{"side": side, "options": {}} for side in SIDES]}
            ],
        },
        wait=wait,
    )
    _check_sides(picture.width, picture.height)
    (made,) = picture.files
    return Logo(made.content, made.width, made.height)


def _check_sides(wide: int, high: int) -> None:
    if min(wide, high) < ROUGHEST:
        raise PictureRefused(
            _("This picture is {wide} × {high} pixels; each side needs at least {least}.").format(
                wide=wide, high=high, least=ROUGHEST
            )
        )
    if max(wide, high) > MOST_ELONGATED * min(wide, high):
        raise PictureRefused(
            _("This picture is {wide} × {high} pixels: too long. Square is best, 4 to 1 the most.").format(
                wide=grouped(wide), high=grouped(high)
            )
        )


def keep_logo(club: Club, logo: Logo | None) -> None:
    """Store the logo, or remove it for None. Must be in the transaction that saves the club, as it writes only
    `club.logo`.
    """
    ClubLogo.objects.filter(club=club).delete()
    if logo:
        ClubLogo.objects.create(club=club, content=logo.content, width=logo.width, height=logo.height)
    club.logo = logo.key if logo else ""
    club.save(update_fields=["logo"])


def logo_of(club: Club) -> bytes | None:
    """Return the PNG named by `club.logo`, or None; cached, usually without a query."""
    return _content(club.pk, club.logo) if club.logo else None


@lru_cache(maxsize=4)
def _content(club: int, key: str) -> bytes | None:
    row = ClubLogo.objects.filter(club=club, club__logo=key).first()
    return bytes(row.content) if row else None


class Letterhead(TypedDict):
    """Branding for light backgrounds: `colour` is readable on white, or ""; `logo` is a PNG, or b'' for none."""

    colour: str
    logo: bytes


def letterhead(club: Club) -> Letterhead:
    """Return a club's letterhead; one query if it has a logo that is not cached."""
    return {"colour": club.light_colour, "logo": logo_of(club) or b""}


FIELDS = ("name", "colour", "photos")
WRONG_COLOUR = gettext_lazy("Enter the colour as # and six digits, such as #d9822b, or leave it empty.")


class LogoField(forms.FileField):
    """An image upload; the cleaned value is the re-encoded logo, or None."""

    widget = forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"})

    def clean(self, data: Any, initial: Any = None) -> Logo | None:
        file = super().clean(data, initial)
        if not file:
            return None
        try:
            return read_logo(file, file.size)
        except PictureRefused as error:
            raise forms.ValidationError(str(error)) from error


class ColourField(forms.CharField):
    """A colour, cleaned to `#rrggbb` in lower case; "" for none."""

    def to_python(self, value: Any) -> str:
        text = (super().to_python(value) or "").lower()
        text = text if text.startswith("#") or not text else f"#{text}"
        return "#" + "".join(2 * sign for sign in text[1:]) if len(text) == 4 else text

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not HEX.fullmatch(value):
            raise forms.ValidationError(WRONG_COLOUR)


class BrandingForm(forms.Form):
    name = ClubNameField(help_text=gettext_lazy("At the head of every page, on sheets and pictures."))
    logo = LogoField(
        label=gettext_lazy("Logo"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "PNG, JPEG or WebP up to 2 MB, square is best. Without a logo the box and circle stand there in the "
            "club’s colour."
        ),
    )
    remove_logo = forms.BooleanField(label=gettext_lazy("Remove logo"), required=False)
    colour = ColourField(
        label=gettext_lazy("Colour as a hex code"),
        required=False,
    )
    photos = forms.ChoiceField(
        label=gettext_lazy("Who sees photos of members"),
        choices=ShowPhotos.choices,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who sees photos of members.")},
    )

    def save(self, club: Club) -> None:
        """Save all fields, inside a transaction with the club locked."""
        for field in FIELDS:
            setattr(club, field, self.cleaned_data[field])
        club.save(update_fields=FIELDS)
        logo = self.cleaned_data["logo"]
        if logo or self.cleaned_data["remove_logo"]:
            keep_logo(club, logo)


# The page of a club's name, logo and colour with a preview, and the logo as an image.


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
