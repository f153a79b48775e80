"""Uploaded photos that are read: stored, found, read again, and deleted."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player, User
from clubs.models.calendar import club_day
from clubs.queries import lock_club
from dogclub import jobs
from dogclub.exchange.books.night_sheets import numbers_drawn
from dogclub.models import SheetReading
from games.models import Match, Seat
from games.paper.geometry import sheet_number
from games.photos import Photo

State = SheetReading.State
KEPT = timedelta(days=14)
MOST_PHOTOS = 20  # at once
GONE = gettext_lazy("This photo is gone.")


@transaction.atomic
def store(club: Club, by: User | None, photo: Photo, match: Match | None = None) -> SheetReading:
    """Store a photo, for this match or for one that is found or made once it is read, and queue its reading."""
    row = SheetReading(
        club=club,
        created_by=by,
        match=match,
        image=photo.image,
        width=photo.width,
        height=photo.height,
        taken_on=photo.taken_on,
    )
    _queue(row, by)
    row.save(force_insert=True)
    return row


def same(club: Club, photo: Photo, match: Match | None) -> SheetReading | None:
    """The very photo, if it was added before and is not saved yet: whoever saw no answer, or not which photos of an
    evening arrived, adds it once more.
    """
    rows = SheetReading.objects.filter(club=club, match=match, width=photo.width, height=photo.height)
    found: SheetReading | None = rows.filter(image=photo.image).exclude(state=State.SAVED).first()
    return found


def read_again(row: SheetReading, by: User | None) -> None:
    """Queue another reading of its photo, in the transaction of the caller. The answers stay, but for those about ties,
    which depend on all figures.
    """
    row.state, row.found = State.READING, {}
    forget_ties(row)
    _queue(row, by)
    row.save(update_fields=["state", "found", "job", "answers"])


def forget_ties(row: SheetReading) -> None:
    """Ask again how ties ended: with other figures, or in another match, they are others."""
    row.answers.pop("ties", None)
    row.answers.pop("ties_later", None)


def _queue(row: SheetReading, by: User | None) -> None:
    row.job = jobs.enqueue("read-sheet", row.club, by, {"reading": str(row.pk)})


def find(club: Club, pk: UUID) -> SheetReading:
    """Return a reading of the club with its job, match and people; 404 if there is none."""
    rows = SheetReading.objects.select_related("job", "match", "created_by", "saved_by", "page_of")
    row: SheetReading = get_object_or_404(rows, club=club, pk=pk)
    row.club = club
    return row


def unsaved(club: Club) -> list[SheetReading]:
    """The photos of the club that are not saved as a match yet, in the order in which they were added; one query."""
    rows = SheetReading.objects.filter(club=club, page_of=None).exclude(state=State.SAVED)
    return list(rows.select_related("job", "match").order_by("created_at", "pk"))


def photos_of(row: SheetReading) -> list[SheetReading]:
    """The photos of a sheet by page: its own, and that of page 2 if it was joined."""
    return [row, *row.further.order_by("created_at")]


def join_pages(club: Club) -> None:
    """Read photos of the two pages of a sheet as one, in the transaction of the caller. It waits until no photo of the
    club is being read: of two sheets that look alike, the pages that were added first belong together.
    """
    lock_club(club)
    rows = unsaved(club)
    if any(row.state == State.READING and not (row.job and row.job.is_over) for row in rows):
        return
    for first in (row for row in rows if _lacks(row) == [2]):
        second = next((row for row in rows if _are_pages(first, row)), None)
        if second:
            second.page_of, second.state = first, State.CHECKING
            second.save(update_fields=["page_of", "state"])
            first.match = first.match or second.match
            first.save(update_fields=["match"])
            read_again(first, first.created_by)


def _lacks(row: SheetReading) -> list[int]:
    sheet = row.found.get("sheet")
    return sheet["missing_pages"] if sheet else []


def _are_pages(first: SheetReading, second: SheetReading) -> bool:
    """Whether these photos show page 1 and page 2 of one sheet."""
    if second.page_of_id or _lacks(second) != [1] or (first.match_id and second.match_id not in (None, first.match_id)):
        return False
    one, other = ({**row.found["sheet"], "missing_pages": []} for row in (first, second))
    return bool(one == other)


def image_of(row: SheetReading, name: str) -> bytes:
    """The JPEG `image` or `flat`. Raises Http404 if there is none."""
    content = SheetReading.objects.filter(pk=row.pk).values_list(name, flat=True).first()
    if content is None:
        raise Http404(GONE)
    return bytes(content)


def drop(row: SheetReading) -> None:
    """Delete a photo that is not saved as a match, and cancel its reading; page 1 is read again without page 2."""
    if row.job:
        jobs.cancel(row.job)
    row.delete()
    if row.page_of:
        read_again(row.page_of, row.page_of.created_by)


def clear_away() -> int:
    """Delete photos added 14 days ago that were not saved as a match; return how many."""
    old = SheetReading.objects.exclude(state=State.SAVED).filter(created_at__lt=timezone.now() - KEPT, page_of=None)
    deleted: int = old.delete()[0]
    return deleted


def forget_unsaved(*, club: Club, players: Iterable[Player], **_about: Any) -> None:
    """Delete the photos of a club that nobody has saved, once a name was erased: it may be on them."""
    SheetReading.objects.filter(club=club).exclude(state=State.SAVED).delete()


# Whether a sheet with printed names is one of the club: its marks hold a number that follows from day and players.

LATELY = timedelta(days=60)  # before that, the number of another club's sheet would often be one of ours by chance


def is_of_club(club: Club, sheet: dict[str, Any]) -> bool:
    """Whether the names on a sheet were printed for a table that the club drew or dealt lately, or for a match that
    still waits; a blank sheet is everybody's.
    """
    number, players = sheet["number"], sheet["players"]
    return number is None or number in _dealt(club, sheet["game"], players) or number in _drawn(club)


def _dealt(club: Club, game: str, players: int) -> set[int]:
    """The numbers of sheets of matches; whoever arrived late sat down after they were printed."""
    since = timezone.now() - LATELY
    seats = Seat.objects.filter(Q(match__started_at__gte=since) | Q(match__version=0), match__club=club)
    rows = seats.filter(match__game=game).order_by("match", "position")
    found = set()
    for _match, group in groupby(rows.values_list("match", "match__started_at", "player"), key=itemgetter(0)):
        each = list(group)
        found.add(sheet_number(club_day(each[0][1]), [player for _pk, _at, player in each[:players]]))
    return found


def _drawn(club: Club) -> set[int]:
    """The numbers of the tables that are drawn and not dealt yet."""
    nights = club.nights.filter(starts_at__gte=timezone.now() - LATELY, called_off_at=None)
    return {number for night in nights for number in numbers_drawn(night)}


# What is read of a photo: the same in the job, in `read-sheet` and in the benchmark.
