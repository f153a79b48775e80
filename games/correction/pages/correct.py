"""The page to correct an earlier round: the form, a preview of all effects, then one transaction."""

import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import ledger
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.entry.form_parsing import entry_id, reason, version
from games.base.entry.key_pads import with_others
from games.base.results.titles import title
from games.base.table_game import Unreadable
from games.consequences.league import league
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, load
from games.ledger.checks import check_version
from games.models import Match
from games.registry import table_game
from games.table.conflict_page import conflict_response
from scoring.base import RuleError

INLINE = "games/correction/inline.html"


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("correct")
def correct(request: HtmxRequest, match: Match, access: MatchAccess, number: int) -> HttpResponse:
    """Show the form of round `number` (from 1), or preview or save a correction. Raises Http404 for no such round."""
    state = load(match)
    if request.method != "POST":
        return _form(request, state, access, number, request.GET)
    read = table_game(match.game).correction.drafts
    return _decide(
        request,
        state,
        access,
        lambda form: read(state, number, form),
        lambda form, wrong, field: _form(request, state, access, number, form, wrong, field),
        number,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("correct")
def take_back(request: HtmxRequest, match: Match, access: MatchAccess, number: int) -> HttpResponse:
    """Preview or save the removal of the entry on line `number`; allowed if no later entry depends on it."""
    state = load(match)
    entry = next((entry for entry in state.history[::-1] if entry.number == number), None)
    if entry is None:
        raise Http404
    kind = entry.kind

    def drafts(form: QueryDict) -> Sequence[Draft]:
        return [Draft(kind, number, None, id=entry_id(form), note=reason(form))]

    def page(form: QueryDict, wrong: str, field: str) -> HttpResponse:
        entry_words = next(
            (_in_words(state, each.kind, each.payload) for each in state.live if each.number == number), ""
        )
        context = {"entry_words": entry_words, "note": form.get("note", "")}
        return _render(request, state, access, "games/correction/take_back.html", context, wrong, field)

    if request.method != "POST":
        return page(request.GET, "", "")
    return _decide(request, state, access, drafts, page, 0)


def _in_words(state: MatchState, kind: str, payload: Any) -> str:
    return table_game(state.match.game).entry_in_words(state, kind, payload)


def _decide(
    request: HtmxRequest,
    state: MatchState,
    access: MatchAccess,
    read: Callable[[QueryDict], Sequence[Draft]],
    page: Callable[[QueryDict, str, str], HttpResponse],
    number: int,
) -> HttpResponse:
    """Preview the drafts, below the form for htmx or on a page of its own; save them if the form says `do=save`."""
    form = with_others(request.POST)
    if request.htmx:
        page = partial(_beneath, request, state, access)
    try:
        drafts = read(form)
        if form.get("do") == "save":
            ledger.record(state.match.pk, drafts, version=version(form), by=access.writer)
            messages.success(request, _("Corrected. The earlier version is kept in the history."))
            return redirect("match", state.match.pk)
        check_version(state, drafts, version(form))
        return _preview(request, state, access, drafts)
    except ledger.Refused as refused:
        if request.htmx:
            return page(form, str(refused), "")
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return page(form, error.message, error.field)
    except RuleError as error:
        return page(form, *table_game(state.match.game).correction.describe_error(state, number, error))


def _beneath(
    request: HttpRequest, state: MatchState, access: MatchAccess, _form: QueryDict, wrong: str, _field: str
) -> HttpResponse:
    """The error message, in the place of the preview."""
    return _render(request, state, access, INLINE, {}, wrong)


def _preview(request: HtmxRequest, state: MatchState, access: MatchAccess, drafts: Sequence[Draft]) -> HttpResponse:
    after = ledger.preview(state, drafts)
    hidden_fields = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "changes": table_game(state.match.game).correction.changes(state, state.sheet, after),
        "playoff": league().would_change(state, after),
        "kept": [pair for pair in hidden_fields if pair[0] not in ("csrfmiddlewaretoken", "do")],
        "note": drafts[0].note,
        "who": access.writer.user or access.writer.device,
        "now": timezone.localtime(),
    }
    template = INLINE if request.htmx else "games/correction/preview.html"
    return _render(request, state, access, template, context)


def _form(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    number: int,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
) -> HttpResponse:
    screen = table_game(state.match.game).correction.screen(state, number, form)
    if screen is None:
        raise Http404
    context = {"number": number, "round_number": number, **screen.context}
    return _render(request, state, access, screen.template, context, wrong, field)


def _render(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    template: str,
    more: dict[str, Any],
    wrong: str = "",
    field: str = "",
) -> HttpResponse:
    context = {
        "access": access.club_access,
        "here": "more",
        "match": state.match,
        "state": state,
        "title": title(state.match),
        "entry_id": request.POST.get("entry") or uuid.uuid4(),
        "line": state.next_number,
        "action": request.path,
        "back": reverse("match", args=[state.match.pk]),
        "wrong": wrong,
        "wrong_field": field,
        "wrong_seat": field.rpartition("-")[2],
        **more,
    }
    return render(request, template, context, status=422 if wrong else 200)
