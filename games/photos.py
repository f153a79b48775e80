"""The one photo of a match's paper sheet: its storage and its pages."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import IO, Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from PIL import Image

from clubs.models import Club, Player, User
from clubs.pictures import reading
from clubs.pictures.orders import Order, Step
from clubs.pictures.reading import (
    ACCEPTED,
    NAMED_PHOTO,
    PHOTO,
    PictureRefused,
    may_read_sheet,
    refuse_unread,
    too_many,
)
from clubs.responses import conditional
from games.access import MatchAccess, match_view
from games.base.wording import title
from games.entries.drafts import Author, named, people_of, who
from games.entries.match_state import load
from games.ledger.rows import locked
from games.models import Confirmation, Entry, Match, Seat, SheetPhoto, Substitution
from games.registry import table_game

# Storage of the one photo of a match: adding, replacing, reading and removing, also when a name is erased.


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


# Reading of an uploaded photo, reduced in size but still legible.


LIMITS = PHOTO
LARGEST = 700_000  # bytes
# What Pillow raises for files that are not images, or damaged.
BROKEN = (OSError, ValueError, SyntaxError, EOFError, OverflowError, MemoryError)
END_OF_IMAGE = b"\xff\xd9"
# (longest side in pixels, JPEG quality), tried in order until the file is small enough; the last always is.
STEPS = ((2400, 80), (2400, 65), (2000, 60), (1600, 55), (1200, 45), (800, 35))
# Of a photo from which a sheet is read: more pixels than a person needs, where they cost no more memory.
LARGEST_READ = 1_500_000
STEPS_READ = ((3200, 85), (3200, 70), *STEPS[1:])


def _order(largest: int, steps: Sequence[tuple[int, int]]) -> Order:
    tried: list[Step] = [{"side": side, "options": {"quality": quality}} for side, quality in steps]
    return {
        "formats": [*LIMITS.formats],
        "needed": STEPS[0][0],
        "square": None,
        "on_white": True,
        "outputs": [{"kind": "JPEG", "largest": largest, "steps": tried}],
    }


@dataclass(frozen=True)
class Photo:
    """A JPEG without metadata, and the day on which it was taken, if it said so."""

    image: bytes
    width: int
    height: int
    taken_on: date | None = None


def read_photo(file: IO[bytes], size: int, *, wait: int | None = None) -> Photo:
    """Read an upload and return the photo to be stored. Raises PictureRefused."""
    return _read(file, size, _order(LARGEST, STEPS), wait)


def read_sheet_photo(file: IO[bytes], size: int, *, wait: int | None = None) -> Photo:
    """Read an upload and return the photo from which its sheet is read; `as_stored` makes the one that a match keeps.
    Raises PictureRefused.
    """
    return _read(file, size, _order(LARGEST_READ, STEPS_READ), wait)


def _read(file: IO[bytes], size: int, order: Order, wait: int | None) -> Photo:
    refuse_unread(file, LIMITS)
    picture = reading.converted(file, size, LIMITS, order, wait=wait)
    (made,) = picture.files
    return Photo(made.content, made.width, made.height, picture.taken_on)


def as_stored(photos: Sequence[Photo]) -> tuple[Photo, list[tuple[int, int]]]:
    """The photos of the pages of one sheet as one picture, from left to right, each of the size that is stored; and the
    width and height of each in it.
    """
    pages = []
    for photo in photos:
        with Image.open(io.BytesIO(photo.image), formats=["JPEG"]) as picture:
            picture.thumbnail((STEPS[0][0], STEPS[0][0]))
            pages.append(picture.convert("RGB"))
    sides = [page.size for page in pages]
    whole = Image.new("RGB", (sum(width for width, _height in sides), max(height for _width, height in sides)), "white")
    left = 0
    for page in pages:
        whole.paste(page, (left, 0))
        left += page.width
    return Photo(_jpeg(whole, len(pages) * LARGEST), *whole.size), sides


def apart(image: bytes, sides: Sequence[tuple[int, int]]) -> list[bytes]:
    """The pages of `as_stored`, by their widths and heights; the picture alone where it is another one."""
    if len(sides) == 1:
        return [image]
    left, pages = 0, []
    with Image.open(io.BytesIO(image), formats=["JPEG"]) as whole:
        if whole.width != sum(width for width, _height in sides):
            return [image]
        for width, height in sides:
            pages.append(_jpeg(whole.crop((left, 0, left + width, height))))
            left += width
    return pages


def _jpeg(picture: Image.Image, largest: int = LARGEST) -> bytes:
    """The picture as JPEG, by the first quality with which it is small enough."""
    for _side, quality in STEPS:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality, optimize=True)
        if out.tell() <= largest:
            break
    return out.getvalue()


def read_archived_photo(image: bytes) -> Photo:
    """Read a photo from an archive: unchanged if it is as `read_photo` makes them, else converted. Raises
    PictureRefused.

    One of ours is decoded in this process, that of a job, as it is small.
    """
    sides = _sides_of_ours(image)
    return Photo(image, *sides) if sides else read_photo(io.BytesIO(image), len(image), wait=reading.WITHOUT_A_PAGE)


def _sides_of_ours(image: bytes) -> tuple[int, int] | None:
    """Return the sides of a JPEG of our size that has no metadata, no bytes after its end, and is whole; else None."""
    if len(image) > LARGEST or not image.endswith(END_OF_IMAGE):
        return None
    try:
        with Image.open(io.BytesIO(image), formats=["JPEG"]) as picture:
            if max(picture.size) > STEPS[0][0] or not _is_bare(picture):
                return None
            picture.load()
            return picture.size
    except (*BROKEN, Image.DecompressionBombError):
        return None


def _is_bare(picture: Image.Image) -> bool:
    """Whether a JPEG has no metadata, and is not progressive, which takes more memory."""
    says = [name for name, content in getattr(picture, "applist", []) if not content.startswith(b"JFIF\0")]
    return not says and not picture.info.get("progressive")


FIELD = "photo"
NO_PHOTO = gettext_lazy("Take a photo or choose a file first.")
CHOICE = {"photo_formats": NAMED_PHOTO, "photo_types": ACCEPTED}  # template context of the form


def photo_in(request: HttpRequest) -> Photo:
    """Read the first photo of the form. Raises Refused."""
    for file in request.FILES.getlist(FIELD):
        return read_photo(file, file.size or 0)
    raise PictureRefused(NO_PHOTO)


# Photos in the history of a match.


@dataclass(frozen=True)
class PhotoEvent:
    """A photo was added or removed."""

    photo: SheetPhoto
    at: datetime
    is_removal: bool


def photo_events(match: Match) -> list[PhotoEvent]:
    """The events of a match, newest first, without the images; one query."""
    rows = list(SheetPhoto.objects.filter(match=match))
    put = [PhotoEvent(row, row.recorded_at, is_removal=False) for row in rows]
    removed = [PhotoEvent(row, row.removed_at, is_removal=True) for row in rows if row.removed_at]
    return sorted([*put, *removed], key=lambda event: event.at, reverse=True)


def with_photos(
    rows: Iterable[Entry | Confirmation | Substitution], events: Sequence[PhotoEvent]
) -> list[Entry | Confirmation | Substitution | PhotoEvent]:
    """The rows of a history, newest first, with each event inserted by time."""
    waiting, merged = list(events), list[Entry | Confirmation | Substitution | PhotoEvent]()
    for row in rows:
        heard = row.received_at if isinstance(row, Entry) else row.recorded_at
        while waiting and waiting[0].at >= heard:
            merged.append(waiting.pop(0))
        merged.append(row)
    return [*merged, *waiting]


def photo_line(event: PhotoEvent, people: Mapping[int, User]) -> dict[str, Any]:
    """The context of a line in the history; nobody is named if the photo was removed because a name was erased."""
    row = event.photo
    if not event.is_removal:
        who, words = named(row.recorded_by_id, row.device, people), _("Photo of the sheet added.")
    elif row.removed_by_id or row.removed_device:
        who, words = named(row.removed_by_id, row.removed_device, people), _("Photo of the sheet removed.")
    else:
        who, words = "", _("Photo of the sheet removed, with the name of somebody who sat there.")
    is_there = not event.is_removal and row.removed_at is None
    return {"photo": row, "at": event.at, "who": who, "words": words, "is_there": is_there}


# Pages for the photo of a paper sheet: members see it, scorekeepers add and remove it.


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("watch")
def photo(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    _check_member(access)
    if request.method != "POST":
        return _page(request, match, access)
    if not access.can_put_photo:
        raise PermissionDenied
    if not may_read_sheet(request, access.club_access, str(match.pk)):
        return too_many(request)
    try:
        put(match, photo_in(request), access.writer)
    except PictureRefused as refused:
        return _page(request, match, access, str(refused))
    messages.success(request, _("The photo is saved."))
    return redirect("paper-entry" if match.is_open else "sheet-photo", match.pk)


def _check_member(access: MatchAccess) -> None:
    if not access.can_see_photo:
        raise Http404(_("Photos are for members."))


def _page(request: HttpRequest, match: Match, access: MatchAccess, wrong: str = "") -> HttpResponse:
    row = photo_of(match) if access.photo else None
    context = {
        "access": access.club_access,
        "may": access,
        "here": "more",
        "match": match,
        "title": title(match),
        "photo": row,
        "who": who(row, people_of([row])) if row else "",
        "wrong_photo": wrong,
        "reads_photos": match.is_open and table_game(match.game).reads_photo_of(load(match).options),
        **CHOICE,
    }
    return render(request, "games/photos/photo.html", context, status=422 if wrong else 200)


@require_safe
@match_view("watch")
def image(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    _check_member(access)
    return conditional(request, ("photo", access.photo), lambda: photo_response(access.photo))


@require_POST
@match_view("record")
def remove_photo(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    _check_member(access)
    if remove(match, access.writer):
        messages.success(request, _("The photo is removed."))
    return redirect("sheet-photo", match.pk)
