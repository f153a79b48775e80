"""Who sees members' photos, and where a picture is asked for."""

from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.models import Player, ShowPhotos

OFF = gettext_lazy("This club has no photos of members. Owners and organisers turn them on.")


def shows_photos(access: Access) -> bool:
    """Members where the club has photos; whoever watches by link where it shows them to guests as well."""
    photos = access.club.photos
    return photos != ShowPhotos.NOBODY and (access.is_member or (photos == ShowPhotos.GUESTS and access.is_spectator))


def photo_url(slug: str, player: Player, size: str = "large") -> str:
    """Empty where there is none. The address changes with the picture, so that a browser asks once."""
    part = "photo" if size == "large" else "face"
    return f"/c/{slug}/players/{player.pk}/{part}/{player.photo}.jpg" if player.photo else ""
