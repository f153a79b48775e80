"""Uploaded photos that are read: stored, found, read again, and deleted."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player, User
from dogclub import jobs
from dogclub.models import SheetReading
from games.models import Match
from games.photos.keeping import Photo

State = SheetReading.State
KEPT = timedelta(days=14)
MOST_PHOTOS = 20  # at once
GONE = gettext_lazy("This photo is gone.")


@transaction.atomic
def store(club: Club, by: User | None, photo: Photo, match: Match | None = None) -> SheetReading:
    """Store a photo, for this match or for one that is found or made once it is read, and queue its reading."""
    row = SheetReading(club=club, created_by=by, match=match, image=photo.image, width=photo.width, height=photo.height)
    _queue(row, by)
    row.save(force_insert=True)
    return row


def read_again(row: SheetReading, by: User | None) -> None:
    """Queue another reading of its photo, in the transaction of the caller; the answers stay."""
    row.state, row.found = State.READING, {}
    _queue(row, by)
    row.save(update_fields=["state", "found", "job"])


def _queue(row: SheetReading, by: User | None) -> None:
    row.job = jobs.enqueue("read-sheet", row.club, by, {"reading": str(row.pk)})


def find(club: Club, pk: UUID) -> SheetReading:
    """Return a reading of the club with its job, match and people; 404 if there is none."""
    rows = SheetReading.objects.select_related("job", "match", "created_by", "saved_by")
    row: SheetReading = get_object_or_404(rows, club=club, pk=pk)
    row.club = club
    return row


def unsaved(club: Club) -> list[SheetReading]:
    """The photos of the club that are not saved as a match yet, in the order in which they were added; one query."""
    rows = SheetReading.objects.filter(club=club).exclude(state=State.SAVED).select_related("job", "match")
    return list(rows.order_by("created_at", "pk"))


def image_of(row: SheetReading, name: str) -> bytes:
    """The JPEG `image` or `flat`. Raises Http404 if there is none."""
    content = SheetReading.objects.filter(pk=row.pk).values_list(name, flat=True).first()
    if content is None:
        raise Http404(GONE)
    return bytes(content)


def drop(row: SheetReading) -> None:
    """Delete a photo that is not saved as a match, and cancel its reading."""
    if row.job:
        jobs.cancel(row.job)
    row.delete()


def clear_away() -> int:
    """Delete photos added 14 days ago that were not saved as a match; return how many."""
    old = SheetReading.objects.exclude(state=State.SAVED).filter(created_at__lt=timezone.now() - KEPT)
    deleted: int = old.delete()[0]
    return deleted


def forget_unsaved(*, club: Club, players: Iterable[Player], **_about: Any) -> None:
    """Delete the photos of a club that nobody has saved, once a name was erased: it may be on them."""
    SheetReading.objects.filter(club=club).exclude(state=State.SAVED).delete()
