"""Paper games: the sheet typed in by keyboard, as many rounds at once as one likes, in one transaction."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import ledger
from games.access import MatchAccess, match_view
from games.base.form_parsing import version
from games.base.table_game import Unreadable
from games.base.titles import title
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.table.conflict_page import conflict_response
from scoring.base import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
def paper(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    state, sheet = load(match), table_game(match.game).paper
    if request.method != "POST":
        return _page(request, state, access, QueryDict())
    form = request.POST
    try:
        done = ledger.record(match.pk, sheet.drafts(form), version=version(form), by=access.writer)
    except ledger.Refused as refused:
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return _page(request, state, access, form, error.message, error.field)
    except RuleError as error:
        return _page(request, state, access, form, *sheet.wrong(state, error))
    if done.state.match.played_at:
        return redirect("finish", match.pk)
    messages.success(request, "Saved.")
    return redirect("paper-entry", match.pk)


def _page(
    request: HttpRequest, state: MatchState, access: MatchAccess, form: QueryDict, wrong: str = "", field: str = ""
) -> HttpResponse:
    screen = table_game(state.match.game).paper.screen(state, form)
    context = {
        "access": access.club_access,
        "may": access,
        "here": "more",
        "match": state.match,
        "book": state,
        "title": title(state.match),
        "entry_id": uuid.uuid4(),
        "line": state.live[-1].number + 1 if state.live else 1,
        "action": request.path,
        "wrong": wrong,
        "wrong_field": field,
        "wrong_round": next(iter(field.split("-")[1:2]), ""),
        **screen.context,
    }
    return render(request, screen.template, context, status=422 if wrong else 200)
