"""Storage of the one photo of a match: adding, replacing, reading and removing, also when a name is erased."""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from games.entries.drafts import Author
from games.ledger.rows import locked
from games.models import Match, Seat, SheetPhoto

if TYPE_CHECKING:
    from games.photos.reading import Photo  # imports Pillow, which commands without pages need not load

photo_removed = Signal()  # sent in the transaction that removes the image


def photo_of(match: Match) -> SheetPhoto | None:
    """The current photo without its image, or None; one query."""
    found: SheetPhoto | None = SheetPhoto.objects.filter(match=match, removed_at=None).first()
    return found


def image_of(photo: UUID) -> bytes | None:
    """The JPEG of a photo; None if it has been removed."""
    image = SheetPhoto.objects.filter(pk=photo, removed_at=None).values_list("image", flat=True).first()
    return None if image is None else bytes(image)


@transaction.atomic
def put(match: Match, photo: "Photo", by: Author) -> SheetPhoto:
    """Store a photo in place of the current one."""
    locked(match.pk)
    _remove(SheetPhoto.objects.filter(match=match), by)
    row: SheetPhoto = SheetPhoto.objects.create(
        match=match,
        image=photo.image,
        width=photo.width,
        height=photo.height,
        recorded_by=by.user,
        device=by.device,
    )
    return row


@transaction.atomic
def remove(match: Match, by: Author) -> bool:
    """Remove the photo; returns whether there was one."""
    locked(match.pk)
    return _remove(SheetPhoto.objects.filter(match=match), by)


def _remove(rows: QuerySet[SheetPhoto], by: Author | None) -> bool:
    """Delete the images and mark the rows as removed, which stay for the history. Without `by`, a name was erased."""
    count = rows.filter(removed_at=None).update(
        image=None,
        removed_at=timezone.now(),
        removed_by=by.user if by else None,
        removed_device=by.device if by else "",
    )
    if count:
        photo_removed.send(SheetPhoto)
    return bool(count)


def remove_photos_of_players(*, club: Club, players: Iterable[Player], **_: object) -> None:
    """Remove the photos of all matches of players whose name was erased, as the name may be on them."""
    matches = Seat.objects.filter(match__club=club, player__in=list(players)).values("match")
    _remove(SheetPhoto.objects.filter(match__in=matches), None)


def photo_response(photo: UUID | None) -> HttpResponse:
    """The JPEG as response. Raises Http404 if there is none."""
    content = image_of(photo) if photo else None
    if content is None:
        raise Http404(_("This match has no photo."))
    response = HttpResponse(content, content_type="image/jpeg")
    response["Content-Disposition"] = 'inline; filename="sheet.jpg"'
    return response
