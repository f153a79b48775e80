"""Pages of a member's own photo in a club: upload, crop, remove; and the image."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.branding.pages import sent
from clubs.member_photos.keeping import OFF, content_of, put_photo, remove_photo, shows_photos
from clubs.member_photos.reading import MOST_ZOOM, Crop, SquarePhoto, read_square
from clubs.models import Club, ShowPhotos
from clubs.pictures.rate import may_read, too_many
from clubs.pictures.reading import ACCEPTED, NAMED_PHOTO, PictureRefused
from clubs.queries import lock_club, serialised

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

    def __init__(self, *given: Any, is_on: bool = True, **named: Any) -> None:
        super().__init__(*given, **named)
        self.is_on = is_on

    def clean(self) -> dict[str, Any]:
        """Read the photo, unless the club shows none or another field is wrong."""
        data = super().clean() or {}
        if not self.is_on:
            raise forms.ValidationError(OFF)
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
    form = PhotoForm()
    if request.method == "POST":
        if request.FILES and not may_read(request, access):
            return too_many(request)
        form = PhotoForm(request.POST, request.FILES, is_on=club.photos != ShowPhotos.NOBODY)
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
    if lock_club(club).photos == ShowPhotos.NOBODY:
        form.add_error(None, OFF)
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
