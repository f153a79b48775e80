"""The page to add photos of sheets, one or those of a whole evening, and the list of those that are not saved yet."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.pictures.rate import may_read_sheet, too_many
from clubs.pictures.reading import PictureRefused
from dogclub.exchange.readings import keeping, wording
from dogclub.exchange.readings.keeping import MOST_PHOTOS
from dogclub.models import SheetReading
from games.base.names import listed
from games.base.wording import title
from games.entries.match_state import load
from games.models import Match
from games.paper.geometry import MOST_PAGES
from games.photos.keeping import CHOICE, FIELD, NO_PHOTO, read_sheet_photo
from games.registry import table_game


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
def sheet_photos(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Show the form; `POST` adds every photo of it, and goes to the one if it was one."""
    match = _match(club, request)
    if request.method != "POST":
        return _page(request, access, match)
    files = request.FILES.getlist(FIELD)
    if not files:
        return _page(request, access, match, str(NO_PHOTO))
    if len(files) > MOST_PHOTOS:
        return _page(request, access, match, _("At most {count} photos at once.").format(count=MOST_PHOTOS))
    added, wrong = _add(request, access, files, match if len(files) <= MOST_PAGES else None)
    if wrong:
        return _page(request, access, match, " ".join(wrong))
    if not added:
        return too_many(request)
    return redirect(added[0]) if len(added) == 1 else redirect("sheet-photos", club.slug)


def _add(
    request: HttpRequest, access: Access, files: "Sequence[UploadedFile[Any]]", match: Match | None
) -> tuple[list[SheetReading], list[str]]:
    """Store the photos; return them, and a sentence about each that was not taken. Both are empty where not one more
    may be read.
    """
    added: list[SheetReading] = []
    wrong: list[str] = []
    for at, file in enumerate(files):
        if not may_read_sheet(request, access, str(match.pk) if match else ""):
            if at:
                names = listed([each.name or "" for each in files[at:]])
                words = _("Not added, as these are too many for an hour: {files}. Add them later.")
                wrong.append(words.format(files=names))
            break
        try:
            photo = read_sheet_photo(file, file.size or 0)
        except PictureRefused as refused:
            wrong.append(_("{file}: {problem}").format(file=file.name, problem=refused))
            continue
        row = keeping.same(access.club, photo, match) or keeping.store(access.club, access.user, photo, match)
        added.append(row)
    return added, wrong


def _match(club: Club, request: HttpRequest) -> Match | None:
    """The match that the photo is for, if one is named. Raises Http404 if it is none of the club's."""
    said = request.POST.get("match") or request.GET.get("match")
    if not said:
        return None
    try:
        match = Match.objects.filter(club=club, pk=UUID(said)).first()
    except ValueError:
        match = None
    if match is None or not can_be_read(match):
        raise Http404
    return match


def can_be_read(match: Match) -> bool:
    """Whether the sheet of this match can be read from a photo: one that waits for its first entry."""
    return match.is_open and not match.version and table_game(match.game).reads_photo_of(load(match).options)


def _page(request: HttpRequest, access: Access, match: Match | None, wrong: str = "") -> HttpResponse:
    rows = keeping.unsaved(access.club)
    for row in rows:
        row.club = access.club
    is_reading = any(row.state == SheetReading.State.READING and not (row.job and row.job.is_over) for row in rows)
    context: dict[str, Any] = {
        "access": access,
        "here": "nights",
        "match": match,
        "title": title(match) if match else "",
        "rows": [(row, wording.name_of(row, at), wording.state_in_words(row)) for at, row in enumerate(rows, start=1)],
        "is_reading": is_reading,
        "wrong_photo": wrong,
        "most_pages": MOST_PAGES,
        **CHOICE,
    }
    return render(request, "dogclub/exchange/readings/photos.html", context, status=422 if wrong else 200)
