"""Storage of the one photo of a member in a club."""

import hashlib
from typing import TYPE_CHECKING

from django.db import transaction
from django.dispatch import Signal

from clubs.models import MemberPhoto, Membership, Player

if TYPE_CHECKING:
    from clubs.member_photos.reading import SquarePhoto  # imports Pillow, which is slow

member_photo_removed = Signal()  # sent in the transaction that deletes a photo


@transaction.atomic
def put_photo(player: Player, photo: "SquarePhoto") -> None:
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
