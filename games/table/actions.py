"""The page of a table action: its own form, saved in one transaction."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import ledger
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.form_parsing import entry_id, moment, version
from games.base.table_game import TableAction, Unreadable
from games.base.wording import title
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.scoring_device import with_scoring_device
from games.table.table import conflict_response, write
from scoring.base import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
@with_scoring_device
def action_page(request: HtmxRequest, match: Match, access: MatchAccess, action: str) -> HttpResponse:
    """Show or save a table action; a form with `look` is only redrawn."""
    table_action = action_of(match, action)
    state = load(match)
    if "look" in request.POST:  # redraw the form without saving it
        return show(request, state, access, table_action, request.POST)
    if request.method == "POST":
        return (_sent if request.htmx else _write)(request, state, access, table_action)
    if not table_action.offered(state):
        messages.info(request, _("{action}: not possible now.").format(action=table_action.label))
        return redirect("table", match.pk)
    return show(request, state, access, table_action, request.GET)


def action_of(match: Match, key: str) -> TableAction:
    """The game's table action with this key. Raises Http404."""
    table_action = next((each for each in table_game(match.game).actions if each.key == key), None)
    if table_action is None:
        raise Http404
    return table_action


def _sent(request: HtmxRequest, state: MatchState, access: MatchAccess, action: TableAction) -> HttpResponse:
    """Save a form sent by the tablet's script (its outbox); the response is that of the table's page."""

    def refused(request: HtmxRequest, access: MatchAccess, message: str, _field: str, _code: str = "") -> HttpResponse:
        about = {
            "label": action.label,
            "message": message,
            "is_asked": action.offline(state),
            "path": request.path,
        }
        sheet = {"match": state.match, "state": state, "table_game": table_game(state.match.game)}
        context = {"access": access.club_access, **sheet, **about}
        return render(request, "games/table/refused.html", context, status=422)

    form = request.POST
    try:
        drafts = _stored_drafts(state, form) or _with_clock(action.drafts(state, form), form)
    except Unreadable as error:
        return refused(request, access, error.message, error.field)
    return write(request, access, drafts, refused=refused)


def _stored_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """The drafts of this form if it was saved before, read from the stored entries; else empty. Raises Unreadable.

    Read again on the current sheet, the form might mean something else.
    """
    key = entry_id(form)
    return [
        Draft(entry.kind, entry.number, entry.payload, id=key, player=entry.player_id)
        for entry in state.history
        if entry.id == key
    ]


def _with_clock(drafts: Sequence[Draft], form: QueryDict) -> Sequence[Draft]:
    """The drafts with the tablet's time of writing."""
    return [replace(draft, recorded_at=moment(form)) for draft in drafts]


def _write(request: HttpRequest, state: MatchState, access: MatchAccess, action: TableAction) -> HttpResponse:
    form = request.POST
    try:
        if _stored_drafts(state, form):
            return _redirect(state)
        done = ledger.record(state.match.pk, action.drafts(state, form), version=version(form), by=access.writer)
    except ledger.Refused as refused:
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return show(request, state, access, action, form, error.message, error.field)
    except RuleError as error:
        return show(request, state, access, action, form, error.sentence(state.names), error.field or "")
    return _redirect(done.state)


def _redirect(state: MatchState) -> HttpResponse:
    return redirect("finish" if state.match.played_at else "table", state.match.pk)


def show(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    action: TableAction,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
) -> HttpResponse:
    """The action's page while it is offered; else 409 with what is stored."""
    if not action.offered(state):
        return conflict_response(
            request, state, access, ledger.Refused(wrong or _("{action}: not possible.").format(action=action.label))
        )
    return page(request, state, access, action, form, wrong, field)


def page(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    action: TableAction,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
    **more: Any,
) -> HttpResponse:
    """The action's page; `wrong` is an error message, shown at the form field `field`."""
    try:
        screen = action.screen(state, form)
    except Unreadable as error:
        screen, wrong = action.screen(state, QueryDict()), wrong or error.message
    context = {
        "access": access.club_access,
        "here": "tonight",
        "match": state.match,
        "state": state,
        "title": title(state.match),
        "form": form,
        "entry_id": uuid.uuid4(),
        "line": state.live[-1].number + 1 if state.live else 1,
        "action": request.path,
        "back": reverse("table", args=[state.match.pk]),
        "wrong": wrong,
        "wrong_field": field,
        **screen.context,
        **more,
    }
    return render(request, screen.template, context, status=422 if wrong else 200)


# The forms of all table actions, loaded by the table's page for use while the server does not answer.


@never_cache
@require_safe
@match_view("record")
@with_scoring_device
def side_actions(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    state = load(match)
    actions = table_game(match.game).actions if match.is_open or match.is_left else ()
    pairs = [(action, action.offline(state)) for action in actions]
    context = {"match": match, "side_actions": [(action, form) for action, form in pairs if form]}
    return render(request, "games/table/side_actions.html", context)
