"""The scorekeeper's page: shows the form for the next entry and saves it. The query string has what is half entered."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import ledger
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.form_parsing import entry_id, line_number, version
from games.base.table_game import Unreadable
from games.entries.drafts import Conflict, Draft, Refused
from games.entries.match_state import MatchState, load
from games.models import Entry, Match
from games.registry import table_game
from games.scoring_device.lock import unsaved_form_before
from games.scoring_device.pages import with_scoring_device
from games.table import conflict_page
from scoring.base import RuleError

WRITTEN = "X-Entry-Written"  # response header: the id of the stored entry, which the tablet can now delete
VERSION = "X-Match-Version"  # response header: the version stored, which unsent entries after it count as seen
OVER = "X-Match-Over"  # response header: the address of the result, where the table has nothing to add to it
SHOWN = "X-Form-Shown"  # response header: the half-entered form was redrawn, nothing saved
Refusing = Callable[[HtmxRequest, MatchAccess, str, str, str], HttpResponse]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
@with_scoring_device
def table(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Show the page, redraw a half-entered form (`do=look`), or save an entry."""
    if request.method != "POST":
        return show(request, access, load(match), request.GET)
    if request.POST.get("do") == "look":
        response = show(request, access, load(match), request.POST)
        response[SHOWN] = "1"
        return response
    try:
        return write(request, access, table_game(match.game).drafts(request.POST))
    except Unreadable as error:
        return refuse(request, access, error.message, error.field)


def write(
    request: HtmxRequest, access: MatchAccess, drafts: Sequence[Draft], query: str = "", refused: Refusing | None = None
) -> HttpResponse:
    """Record the drafts and show the next form.

    `query` is the query string of the next form. `refused` responds to rule errors; by default the form is shown again.
    """
    refusing = refused or refuse
    try:
        if request.POST.get("do") == "yield":  # the other device's entry was chosen over this form
            done = ledger.discard_drafts(access.match.pk, drafts, by=access.writer)
        else:
            done = _record(access, drafts, version(request.POST))
    except RuleError as error:
        return _against_the_rules(request, access, error, refusing)
    except Refused as said_no:
        try:
            both = conflict_page.answer(request, access, said_no, drafts)
        except RuleError as error:  # a late draft that is not valid either
            return _against_the_rules(request, access, error, refusing)
        return both or _next(request, access, _again(access), drafts, query)
    return _next(request, access, done.state, drafts, query, done.entries)


def _record(access: MatchAccess, drafts: Sequence[Draft], seen: int) -> ledger.Recorded:
    """Record the drafts. After a conflict, record them on the newer version if nobody has to choose.

    That is so if the other entries were only discarded ones, or the game can adapt the drafts.
    """
    try:
        return ledger.record(access.match.pk, drafts, version=seen, by=access.writer)
    except Conflict:
        state = _again(access)
        later = (
            drafts if ledger.only_discarded(state, seen) else table_game(state.match.game).later(state, drafts, seen)
        )
        if not later:
            raise
        return ledger.record(state.match.pk, later, version=state.match.version, by=access.writer)


def _against_the_rules(request: HtmxRequest, access: MatchAccess, error: RuleError, refusing: Refusing) -> HttpResponse:
    seat = "" if error.seat is None else str(error.seat)
    return refusing(request, access, error.sentence(load(access.match).names), seat, error.code)


def _again(access: MatchAccess) -> MatchState:
    access.match.refresh_from_db()
    return load(access.match)


def _next(
    request: HtmxRequest,
    access: MatchAccess,
    state: MatchState,
    drafts: Sequence[Draft],
    query: str,
    entries: Sequence[Entry] = (),
) -> HttpResponse:
    url = reverse("table", args=[state.match.pk]) + (f"?{query}" if query else "")
    is_over = state.match.played_at is not None and not table_game(state.match.game).shows_last_round(state)
    if is_over:
        url = reverse("finish", args=[state.match.pk])
    if request.htmx:
        response = show(request, access, state, QueryDict(query))
        response[OVER if is_over else "HX-Replace-Url"] = url
    else:
        response = redirect(url)
    response[WRITTEN] = str(drafts[0].id)
    lines = {draft.number for draft in drafts}
    same = [entry for entry in state.history if entry.number in lines]  # another device wrote the same
    response[VERSION] = str(max(entry.version for entry in entries or same))
    return response


def refuse(request: HtmxRequest, access: MatchAccess, message: str, seat: str = "", code: str = "") -> HttpResponse:
    """The form again with the same input, and the error message at the row of `seat`."""
    state = _again(access)
    at_seat = seat if seat in map(str, state.sheet.active_seats) else ""
    return show(request, access, state, request.POST, {"message": message, "seat": at_seat, "code": code})


def show(
    request: HtmxRequest, access: MatchAccess, state: MatchState, form: QueryDict, wrong: dict[str, str] | None = None
) -> HttpResponse:
    """The whole page, or its main part for htmx."""
    game = table_game(state.match.game)
    state = state.public
    state.match.club = access.match.club  # a match that was locked to write comes without it
    screen = game.screen(state, form)
    context: dict[str, Any] = {
        "access": access.club_access,
        "may": access,
        "state": state,
        "match": state.match,
        "wrong": wrong,
        "screen": screen,
        "table_game": game,
        "unsaved_form": unsaved_form_before(state.match.pk, access.device) if "half" in request.GET else "",
        "correct_from": state.sheet.lines[-1].number if state.sheet.lines and access.can_correct else None,
        "actions": [action for action in game.actions if action.offered(state)],
        "offline_forms": game.offline_forms(state) if game.offline_forms and not _is_drawn_anew(state, form) else (),
        **screen.context,
    }
    template = "games/table/part.html" if request.htmx else "games/table/page.html"
    return render(request, template, context, status=422 if wrong else 200)


def _is_drawn_anew(state: MatchState, form: QueryDict) -> bool:
    """Whether the tablet already has the blank offline forms of this version."""
    return form.get("do") == "look" and form.get("version") == str(state.match.version)


# Undo of an entry; the page then shows it as half entered.


@require_POST
@match_view("record")
@with_scoring_device
def undo(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Undo the entry on the line that the form names."""
    state = load(match)
    try:
        number, key = line_number(request.POST), entry_id(request.POST)
        draft = Draft(_kind(state, number, key), number, None, id=key)
        query = table_game(match.game).undone(state) if state.live and state.live[-1].number == number else ""
        return write(request, access, [draft], query)
    except Unreadable as error:
        return refuse(request, access, error.message)


def _kind(state: MatchState, number: int, key: UUID) -> str:
    """The kind of the entry to undo, also if an earlier attempt has undone it. Raises Unreadable if there is none."""
    line = [entry for entry in state.history if entry.number == number]
    kinds = [entry.kind for entry in line if entry.id == key] or [entry.kind for entry in line]
    if not kinds:
        raise Unreadable(_("There is nothing to undo on this line."))
    return kinds[-1]
