"""What a person says about a photo: figures, who played, save, undo, type it instead, remove."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import Access, club_view
from clubs.models import Club, Role
from dogclub.exchange.readings import keeping, saving
from dogclub.exchange.readings.pages.show import page
from dogclub.models import SheetReading
from games.base.form_parsing import one_of, whole_number
from games.base.table_game import Unreadable
from games.batch.writing import Head
from games.entries.drafts import Refused
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
