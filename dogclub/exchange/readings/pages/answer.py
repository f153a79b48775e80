"""What a person says about a photo: figures, who played, save, undo, type it instead, remove."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.pictures.reading import PictureRefused, may_read_sheet, too_many
from dogclub.exchange.readings import keeping, saving, wording
from dogclub.exchange.readings.keeping import MOST_PHOTOS
from dogclub.exchange.readings.pages.show import page
from dogclub.models import SheetReading
from games.base.form_parsing import one_of, whole_number
from games.base.names import listed
from games.base.table_game import Unreadable
from games.base.wording import title
from games.batch.writing import Head
from games.entries.drafts import Refused
from games.entries.match_state import load
from games.models import Match
from games.paper.geometry import MOST_PAGES
from games.photos import CHOICE, FIELD, NO_PHOTO, read_sheet_photo
from games.registry import table_game
from scoring.base import RuleError

State = SheetReading.State
Step = Callable[[HttpRequest, Access, SheetReading], HttpResponseBase]


@require_POST
@club_view(Role.SCOREKEEPER)
def answer(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponseBase:
    """Take the step named in `do`; a step that its state does not allow shows the page as it is now."""
    row = keeping.find(club, pk)
    try:
        do = one_of(request.POST, "do", STEPS)
        with transaction.atomic():
            SheetReading.objects.select_for_update().filter(pk=pk).first()
            row = keeping.find(club, pk)
            return STEPS[do](request, access, row) if row.state in ALLOWED[do] else redirect(row)
    except (Unreadable, Refused, RuleError) as error:
        row = keeping.find(club, pk)
        form = request.POST if request.POST.get("do") in ("who", "name", "type") else None
        return page(request, access, row, _sentence(error, row), form)


def _sentence(error: Exception, row: SheetReading) -> str:
    if isinstance(error, RuleError):
        state = saving.state_of(row)
        return error.sentence(state.names if state else [])
    return error.message if isinstance(error, Unreadable) else str(error)


def _figure(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Store the figure of a cell; the next question follows."""
    sheet, said = saving.checked(row), request.POST.get("cell", "")
    figure = next((each for each in sheet.figures.values() if each.key == said), None)
    if figure is None:
        raise Unreadable(_("This cell is not on the sheet."), "cell")
    most = figure.most
    wrong = _("Enter a number from 0 to {most}.").format(most=most)
    value = whole_number(request.POST, "value", wrong, most=most)
    row.answers.setdefault("figures", []).append({"cell": said, "value": value})
    keeping.forget_ties(row)
    row.save(update_fields=["answers"])
    return redirect(row)


def _take_back(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Take back the last answer: a name while names are asked, how a tie ended, else a figure."""
    if row.match is None and row.answers.get("names"):
        row.answers["names"].pop()
    elif row.answers.get("ties") or row.answers.get("ties_later"):
        later = row.answers.pop("ties_later", False)
        if not later:
            row.answers["ties"].pop()
    elif row.answers.get("figures"):
        row.answers["figures"].pop()
    row.save(update_fields=["answers"])
    return redirect(row)


def _tie(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Say how the tie ended, or that it is still to be played."""
    state = saving.state_of(row)
    if state is None or saving.checked(row).to_check or saving.open_tie(row, state) is None:
        return redirect(row)
    if "later" in request.POST:
        row.answers["ties_later"] = True
        row.save(update_fields=["answers"])
    else:
        saving.settle(row, state, request.POST)
    return redirect(row)


def _who(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Say whose sheet it is: a match that waits for it, or the day and the names."""
    if said := request.POST.get("match"):
        sheet = row.found.get("sheet") or {}
        known = {str(match.pk): match for match, _seats in saving.waiting(row.club, sheet.get("game", ""))}
        if said not in known or saving.why_not(row, known[said]):
            raise Unreadable(_("This match has begun meanwhile. Choose another, or enter the names."), "match")
        row.match = known[said]
        row.save(update_fields=["match"])
        return redirect(row)
    head = saving.whose(row, request.POST)
    if saving.head_said(row) is None or not head.is_whole:
        raise Unreadable(_wrong_head(head), "name")
    return redirect(row)


def _name(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Say who played in the next column, or which match it is."""
    if "match" in request.POST:
        return _who(request, access, row)
    if row.match is None and saving.head_said(row) is None:
        unknown = saving.name_column(row, request.POST)
        if unknown:
            raise Unreadable(_wrong_head(unknown), "name")
    return redirect(row)


def _wrong_head(head: Head) -> str:
    if head.errors:
        return " ".join(head.errors.values())
    if head.started_at is None:
        return str(saving.NO_DAY)
    if head.unknown:
        return _("Not every name is a player of the club: see below.")
    return _("Enter the name over each column, from left to right.")


def _other_match(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Read it by itself, not for the match it was added for."""
    row.match = None
    keeping.forget_ties(row)
    row.save(update_fields=["match", "answers"])
    return redirect(row)


def _todays_rules(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Read a sheet that was printed for other rules by those of its match."""
    row.answers["by_todays_rules"] = True
    row.save(update_fields=["answers"])
    return redirect(row)


def _as_it_is(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Check a sheet on which many figures are hard to read."""
    row.answers["as_it_is"] = True
    row.save(update_fields=["answers"])
    return redirect(row)


def _is_ours(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Read a sheet whose names were printed for a table that the club does not have any more."""
    row.answers["is_ours"] = True
    row.save(update_fields=["answers"])
    keeping.read_again(row, access.user)
    return redirect(row)


def _save(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    state = saving.save(row, access)
    if state.match.is_undecided and not state.match.is_waiting:
        messages.success(request, _("Saved. What is missing is entered here, or at the table."))
    return redirect(row)


def _type(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Type it in beside its photo; the names come first where they are not known."""
    if row.match is None and saving.head_said(row) is None:
        head = saving.whose(row, request.POST)
        if saving.head_said(row) is None:
            raise Unreadable(_wrong_head(head), "name")
    match = saving.type_it(row, access)
    assert match is not None
    return redirect("paper-entry", match.pk)


def _drop(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    keeping.drop(row)
    messages.success(request, _("The photo is deleted."))
    return redirect("sheet-photos", access.club.slug)


def _again(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    """Read it once more, after its job failed."""
    if row.job is None or row.job.is_over:
        keeping.read_again(row, access.user)
    return redirect(row)


def _undo(request: HttpRequest, access: Access, row: SheetReading) -> HttpResponseBase:
    saving.undo(row, access)
    messages.success(request, _("The match is undone. Its photo is here again."))
    return redirect("sheet-photos", access.club.slug)


STEPS: Mapping[str, Step] = {
    "figure": _figure,
    "take-back": _take_back,
    "who": _who,
    "name": _name,
    "tie": _tie,
    "alone": _other_match,
    "todays-rules": _todays_rules,
    "as-it-is": _as_it_is,
    "is-ours": _is_ours,
    "save": _save,
    "type": _type,
    "drop": _drop,
    "again": _again,
    "undo": _undo,
}
CHECKED = (State.CHECKING,)
UNSAVED = (State.READING, State.CHECKING, State.REFUSED)
ALLOWED: Mapping[str, tuple[State, ...]] = {
    "figure": CHECKED,
    "take-back": CHECKED,
    "who": CHECKED,
    "name": CHECKED,
    "tie": CHECKED,
    "alone": CHECKED,
    "todays-rules": CHECKED,
    "as-it-is": CHECKED,
    "is-ours": (State.REFUSED,),
    "save": CHECKED,
    "type": UNSAVED,
    "drop": UNSAVED,
    "again": (State.READING,),
    "undo": (State.SAVED,),
}


# The page to add photos of sheets, one or those of a whole evening, and the list of those that are not saved yet.


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
