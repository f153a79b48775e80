"""Pages of a member's own photo in a club: upload, crop, remove; and the image."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.branding.pages import sent
from clubs.locks import serialised
from clubs.member_photos.forms import PhotoForm
from clubs.member_photos.keeping import content_of, put_photo, remove_photo
from clubs.member_photos.showing import OFF, shows_photos
from clubs.models import Club, ShowPhotos


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
@serialised
def own_photo(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """For members with a player; also if the club shows no photos, so that one can be removed."""
    player = get_object_or_404(club.players, pk=access.player_id)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if form.is_bound and club.photos == ShowPhotos.NOBODY:
        form.add_error(None, OFF)
    if form.is_valid():
        put_photo(player, form.square)
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
