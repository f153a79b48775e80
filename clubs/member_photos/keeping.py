"""A member's photo: cropped in two sizes, stored, and who may see it."""

import hashlib

from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.member_photos.reading import SquarePhoto
from clubs.models import MemberPhoto, Membership, Player, ShowPhotos

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


def shows_photos(access: Access) -> bool:
    """Whether photos are shown: to members if the club has photos; to spectators if it shows them to guests as well."""
    photos = access.club.photos
    return photos != ShowPhotos.NOBODY and (access.is_member or (photos == ShowPhotos.GUESTS and access.is_spectator))


def photo_url(slug: str, player: Player, size: str = "large") -> str:
    """Return the address of a photo, "" without one. It has the photo's hash, so that browsers can cache it."""
    part = "photo" if size == "large" else "face"
    return f"/c/{slug}/players/{player.pk}/{part}/{player.photo}.jpg" if player.photo else ""
