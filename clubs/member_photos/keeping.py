"""The one photo of a member in a club: put, replaced, removed."""

import hashlib
from typing import TYPE_CHECKING

from django.db import transaction
from django.dispatch import Signal

from clubs.models import MemberPhoto, Membership, Player

if TYPE_CHECKING:
    from clubs.member_photos.reading import SquarePhoto  # which loads Pillow

member_photo_removed = Signal()  # in the transaction in which the picture goes


@transaction.atomic
def put_photo(player: Player, photo: "SquarePhoto") -> None:
    """In the place of the one that was there."""
    remove_photo(player)
    MemberPhoto.objects.create(player=player, large=photo.large, small=photo.small)
    _note(player, photo.large)


@transaction.atomic
def remove_photo(player: Player) -> bool:
    """False where there was none."""
    count, _ = MemberPhoto.objects.filter(player=player).delete()
    if count:
        _note(player, b"")
        member_photo_removed.send(MemberPhoto)
    return bool(count)


def settle_photo(player: Player) -> None:
    """After an account was linked to another player: a photo goes with the account, and where there is none it goes."""
    large = MemberPhoto.objects.filter(player=player).values_list("large", flat=True).first()
    if large is not None and not Membership.objects.filter(player=player).exists():
        remove_photo(player)
    else:
        _note(player, bytes(large or b""))


def _note(player: Player, large: bytes) -> None:
    player.photo = hashlib.sha256(large).hexdigest()[:16] if large else ""
    player.save(update_fields=["photo"])


def content_of(player: int, club: int, key: str, size: str) -> bytes | None:
    """The JPEG in that size, `large` or `small`; None where it is another by now, or none."""
    rows = MemberPhoto.objects.filter(player=player, player__club=club, player__photo=key)
    content = rows.values_list(size, flat=True).first() if key else None
    return None if content is None else bytes(content)
