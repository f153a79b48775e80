"""Who may see members' photos, and the address of a photo."""

from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.models import Player, ShowPhotos

OFF = gettext_lazy("This club has no photos of members. Owners and organisers turn them on.")


def shows_photos(access: Access) -> bool:
    """Whether photos are shown: to members if the club has photos; to spectators if it shows them to guests as well."""
    photos = access.club.photos
    return photos != ShowPhotos.NOBODY and (access.is_member or (photos == ShowPhotos.GUESTS and access.is_spectator))


def photo_url(slug: str, player: Player, size: str = "large") -> str:
    """Return the address of a photo, "" without one. It has the photo's hash, so that browsers can cache it."""
    part = "photo" if size == "large" else "face"
    return f"/c/{slug}/players/{player.pk}/{part}/{player.photo}.jpg" if player.photo else ""
