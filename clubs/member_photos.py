"""A member's own photo: uploaded and cropped by the member, shown to those the club allows, deleted when the member
leaves.
"""

import hashlib
from dataclasses import dataclass
from typing import IO, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.branding import sent
from clubs.models import Club, MemberPhoto, Membership, Player, ShowPhotos
from clubs.pictures import reading
from clubs.pictures.orders import Output, Step
from clubs.pictures.reading import ACCEPTED, NAMED_PHOTO, PHOTO, PictureRefused, may_read, refuse_unread, too_many
from clubs.queries import lock_club, serialised

# Cropping of a photo to a square, in the two sizes that pages show.


LARGE, SMALL = 256, 80  # pixels: twice their size on the page
QUALITIES = (82, 70, 55, 40)
LARGEST = {LARGE: 24_000, SMALL: 4_000}  # bytes
MOST_ZOOM = 400  # per cent
SMALLEST = 64  # pixels a side
UNPACKED = LARGE * MOST_ZOOM // 100


@dataclass(frozen=True)
class Crop:
    """The position of the square between left and right edge, and between top and bottom, in per cent; at a zoom of
    100 it is as large as the picture allows.
    """

    across: int = 50
    down: int = 50
    zoom: int = 100


@dataclass(frozen=True)
class SquarePhoto:
    """The photo as JPEG in both sizes."""

    large: bytes
    small: bytes


def read_square(file: IO[bytes], size: int, crop: Crop) -> SquarePhoto:
    """Return the photo as it is stored. Raise pictures.Refused."""
    refuse_unread(file, PHOTO)
    photo = reading.converted(
        file,
        size,
        PHOTO,
        {
            "formats": [*PHOTO.formats],
            "needed": UNPACKED,
            "square": [crop.across, crop.down, crop.zoom],
            "on_white": True,
            "outputs": [_sized(LARGE), _sized(SMALL)],
        },
    )
    if min(photo.width, photo.height) < SMALLEST:
        raise reading.PictureRefused(
            _(
                "This picture is {wide} × {high} pixels; each side needs at least {smallest}. Choose a larger one."
            ).format(wide=photo.width, high=photo.height, smallest=SMALLEST)
        )
    return SquarePhoto(*(each.content for each in photo.files))


def _sized(side: int) -> Output:
    steps = [Step(side=side, options={"quality": quality}) for quality in QUALITIES]
    return Output(kind="JPEG", largest=LARGEST[side], steps=steps)


# Storage of the one photo of a member in a club.


member_photo_removed = Signal()  # sent in the transaction that deletes a photo


@transaction.atomic
def put_photo(player: Player, photo: SquarePhoto) -> None:
    """Store a photo in place of any earlier one."""
    remove_photo(player)
    MemberPhoto.objects.create(player=player, large=photo.large, small=photo.small)
    _note(player, photo.large)


@transaction.atomic
def remove_photo(player: Player) -> bool:
    """Delete the photo; False if there was none."""
    count, _ = MemberPhoto.objects.filter(player=player).delete()
    if count:
        _note(player, b"")
        member_photo_removed.send(MemberPhoto)
    return bool(count)


def settle_photo(player: Player) -> None:
    """Keep or delete the player's photo after its account was changed: without an account, a photo is deleted."""
    large = MemberPhoto.objects.filter(player=player).values_list("large", flat=True).first()
    if large is not None and not Membership.objects.filter(player=player).exists():
        remove_photo(player)
    else:
        _note(player, bytes(large or b""))


def _note(player: Player, large: bytes) -> None:
    player.photo = hashlib.sha256(large).hexdigest()[:16] if large else ""
    player.save(update_fields=["photo"])


def content_of(player: int, club: int, key: str, size: str) -> bytes | None:
    """Return the JPEG in `size`, "large" or "small"; None if `key` is not the hash of the present photo."""
    rows = MemberPhoto.objects.filter(player=player, player__club=club, player__photo=key)
    content = rows.values_list(size, flat=True).first() if key else None
    return None if content is None else bytes(content)


# Who may see members' photos, and the address of a photo.


OFF = gettext_lazy("This club has no photos of members. Owners and organisers turn them on.")


class PhotosOff(Exception):
    """The club shows no photos of members; the text says so."""


def check_on(club: Club) -> None:
    """Raise PhotosOff where the club shows no photos of members, so that none can be added."""
    if club.photos == ShowPhotos.NOBODY:
        raise PhotosOff(str(OFF))


def shows_photos(access: Access) -> bool:
    """Whether photos are shown: to members if the club has photos; to spectators if it shows them to guests as well."""
    photos = access.club.photos
    return photos != ShowPhotos.NOBODY and (access.is_member or (photos == ShowPhotos.GUESTS and access.is_spectator))


def photo_url(slug: str, player: Player, size: str = "large") -> str:
    """Return the address of a photo, "" without one. It has the photo's hash, so that browsers can cache it."""
    part = "photo" if size == "large" else "face"
    return f"/c/{slug}/players/{player.pk}/{part}/{player.photo}.jpg" if player.photo else ""


# The form for a member's own photo: a file, and how to crop it.


MISSING = gettext_lazy("Choose a photo first.")


class PercentField(forms.IntegerField):
    """A slider in percent, which works without JavaScript."""

    def __init__(self, label: Any, least: int, most: int, initial: int) -> None:
        super().__init__(
            label=label,
            required=False,
            min_value=least,
            max_value=most,
            initial=initial,
            widget=forms.NumberInput(attrs={"type": "range", "step": 1}),
        )

    def clean(self, value: Any) -> int:
        percent: int | None = super().clean(value)
        return self.initial if percent is None else percent


class PhotoForm(forms.Form):
    photo = forms.FileField(
        label=gettext_lazy("Photo"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        error_messages={"required": MISSING},
        help_text=format_lazy(
            gettext_lazy(
                "{formats}, at most 10 MB. It is turned upright and cut square; place, time and camera are removed."
            ),
            formats=NAMED_PHOTO,
        ),
    )
    across = PercentField(gettext_lazy("Left to right"), 0, 100, 50)
    down = PercentField(gettext_lazy("Top to bottom"), 0, 100, 50)
    zoom = PercentField(gettext_lazy("Zoom"), 100, MOST_ZOOM, 100)

    def __init__(self, *given: Any, club: Club, **named: Any) -> None:
        super().__init__(*given, **named)
        self.club = club

    def clean(self) -> dict[str, Any]:
        """Read the photo, unless the club shows none or another field is wrong."""
        data = super().clean() or {}
        try:
            check_on(self.club)
        except PhotosOff as off:
            raise forms.ValidationError(str(off)) from off
        file = data.get("photo")
        if file is not None and not self.errors:
            try:
                data["square"] = read_square(file, file.size, Crop(data["across"], data["down"], data["zoom"]))
            except PictureRefused as error:
                self.add_error("photo", str(error))
        return data

    @property
    def square(self) -> SquarePhoto:
        """The photo, cropped and in both sizes."""
        square: SquarePhoto = self.cleaned_data["square"]
        return square


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def own_photo(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """For members with a player; also if the club shows no photos, so that one can be removed."""
    player = get_object_or_404(club.players, pk=access.player_id)
    form = PhotoForm(club=club)
    if request.method == "POST":
        if request.FILES and not may_read(request, access):
            return too_many(request)
        form = PhotoForm(request.POST, request.FILES, club=club)
        if form.is_valid() and _save(form, club, access):  # the photo is read before anything is locked
            messages.success(request, _("Photo saved."))
            return redirect("own-photo", club.slug)
    context = {
        "access": access,
        "form": form,
        "sliders": [form[name] for name in ("zoom", "across", "down")],
        "player": player,
        "is_on": club.photos != ShowPhotos.NOBODY,
        "is_for_guests": club.photos == ShowPhotos.GUESTS,
    }
    return render(request, "clubs/member_photos/own_photo.html", context, status=422 if form.errors else 200)


@transaction.atomic
def _save(form: PhotoForm, club: Club, access: Access) -> bool:
    """Store the photo; False, with an error in the form, where the club has turned photos off meanwhile."""
    try:
        check_on(lock_club(club))
    except PhotosOff as off:
        form.add_error(None, str(off))
        return False
    put_photo(get_object_or_404(club.players, pk=access.player_id), form.square)
    return True


@require_POST
@club_view()
@serialised
def photo_remove(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Remove a photo, by its member or an organiser; without effect if there is none."""
    if access.player_id != pk and not access.can_organise:
        raise PermissionDenied
    player = get_object_or_404(club.players, pk=pk)
    remove_photo(player)
    messages.success(request, _("Photo removed."))
    return redirect("own-photo", club.slug) if access.player_id == pk else redirect("player", club.slug, pk)


@require_safe
@club_view(spectators=True)
def member_photo(request: HttpRequest, club: Club, access: Access, pk: int, size: str, key: str) -> HttpResponseBase:
    """The image; members can see their own even if the club shows none."""
    may_see = shows_photos(access) or access.player_id == pk
    content = content_of(pk, club.pk, key, size) if may_see else None
    if content is None:
        raise Http404
    return sent(request, content, "image/jpeg", f"{key}-{size}")
