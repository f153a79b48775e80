"""The page to insert a forgotten action before an earlier round: the action's own page, for the sheet at that point."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games import ledger
from games.access import MatchAccess, match_view
from games.base.entry.form_parsing import version
from games.base.table_game import TableAction, Unreadable
from games.entries.match_state import MatchState, load
from games.ledger.checks import check_version
from games.models import Match
from games.registry import table_game
from games.table.conflict_page import conflict_response
from games.table.pages.action import action_of, page
from scoring.base import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("correct")
def insert(request: HttpRequest, match: Match, access: MatchAccess, number: int, action: str) -> HttpResponse:
    """Show or save the form of a table action that was forgotten before round `number`. Raises Http404."""
    table_action, state = action_of(match, action), load(match)
    at = table_game(match.game).correction.insertion_line(state, number)
    if not table_action.is_insertable or (at is None and not _is_written(state, request.POST)):
        raise Http404
    if request.method != "POST" or "look" in request.POST:
        return _page(request, state, access, table_action, at or 0, request.POST or request.GET)
    form = request.POST
    try:
        drafts = table_action.drafts(state, form)
        if not _is_written(state, form):
            check_version(state, drafts, version(form))
            ledger.insert(state, at or 0, drafts, by=access.writer)
    except ledger.Refused as refused:
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return _page(request, state, access, table_action, at or 0, form, error.message, error.field)
    except RuleError as error:
        words, _ = table_game(match.game).correction.describe_error(state, 0, error)
        return _page(request, state, access, table_action, at or 0, form, words)
    messages.success(request, gettext("{table_action}: saved.").format(table_action=table_action.label))
    return redirect("match", match.pk)


def _is_written(state: MatchState, form: QueryDict) -> bool:
    """Whether the form's entry is stored already, as after a double tap; the later rounds have then moved."""
    return form.get("entry", "") in {str(entry.id) for entry in state.history}


def _page(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    action: TableAction,
    at: int,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
) -> HttpResponse:
    back = reverse("match", args=[state.match.pk])
    return page(request, _as_it_stood(state, at), access, action, form, wrong, field, back=back)


def _as_it_stood(state: MatchState, at: int) -> MatchState:
    """The state before line `at`, with the seats that existed then."""
    early = MatchState(state.match, [entry for entry in state.history if entry.number < at], state.seats)
    return MatchState(state.match, early.history, [seat for seat in state.seats if seat.position < early.sheet.seats])
