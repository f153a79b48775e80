"""The page to type in a sheet played on paper: any number of rounds at once by keyboard, saved in one transaction."""

import uuid
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.pictures import reading as pictures
from clubs.pictures.rate import may_read_sheet, too_many
from clubs.web.responses import saved
from games import ledger
from games.access import MatchAccess, match_view
from games.base.display import Screen
from games.base.form_parsing import version
from games.base.table_game import Unreadable
from games.base.wording import title
from games.entries.match_state import MatchState, load
from games.models import Match, SheetPhoto
from games.photos import keeping
from games.photos.keeping import CHOICE, photo_in
from games.photos.photo_round import one_round, photo_round
from games.registry import table_game
from games.table.conflict_page import conflict_response
from scoring.base import RuleError

ASIDE = ("look", "photo")
CHECK = gettext_lazy(
    "Nothing is saved yet: a total on the sheet is another one. Check that row, or save once more to go on."
)


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
def paper(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Show or save the form: one round at a time next to a photo of the sheet, else many rounds at once."""
    state, sheet = load(match), table_game(match.game).paper
    if request.method != "POST":
        return _page(request, state, access, QueryDict())
    form = request.POST
    if form.get("do") in ASIDE and access.can_put_photo:
        return _side_action(request, state, access)
    try:
        drafts = sheet.drafts(form)
        if _is_to_check(state, access, form):
            return _page(request, state, access, form, str(CHECK))
        done = ledger.record(match.pk, drafts, version=version(form), by=access.writer)
    except ledger.Refused as refused:
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return _page(request, state, access, form, error.message, error.field)
    except RuleError as error:
        return _page(request, state, access, form, *sheet.describe_error(state, error))
    if done.state.match.played_at:
        return redirect("finish", match.pk)
    messages.success(request, saved())
    return redirect("paper-entry", match.pk)


def _side_action(request: HttpRequest, state: MatchState, access: MatchAccess) -> HttpResponseBase:
    """Redraw the form without saving it: with calculated totals (`do=look`), or with another photo (`do=photo`)."""
    if request.POST["do"] == "look":
        return _page(request, state, access, request.POST)
    if not may_read_sheet(request, access.club_access, str(state.match.pk)):
        return too_many(request)
    try:
        row = keeping.put(state.match, photo_in(request), access.writer)
    except pictures.PictureRefused as refused:
        return _page(request, state, access, request.POST, wrong_photo=str(refused))
    return _page(request, state, replace(access, photo=row.pk), request.POST)


def _is_to_check(state: MatchState, access: MatchAccess, form: QueryDict) -> bool:
    """Whether a total typed from the sheet differs from the calculated one, and this form was not yet shown the
    warning.
    """
    if not any(name.startswith("sheet-") for name in form):
        return False
    mismatches = photo_round(state, table_game(state.match.game), 0, form).mismatches
    return bool(mismatches) and form.get("seen") != mismatches


def _page(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
    wrong_photo: str = "",
) -> HttpResponse:
    screen = table_game(state.match.game).paper.screen(state, form)
    context = {
        "access": access.club_access,
        "may": access,
        "here": "more",
        "match": state.match,
        "state": state,
        "title": title(state.match),
        "entry_id": uuid.uuid4(),
        "line": state.live[-1].number + 1 if state.live else 1,
        "action": request.path,
        "wrong": wrong,
        "wrong_photo": wrong_photo,
        "wrong_field": field,
        "wrong_round": next(iter(field.split("-")[1:2]), ""),
        **screen.context,
    }
    status = 422 if wrong or wrong_photo else 200
    photo = keeping.photo_of(state.match) if access.photo and access.can_see_photo else None
    if photo is None or not screen.context[table_game(state.match.game).paper.rows]:
        return render(request, screen.template, context, status=status)
    return render(
        request, "games/photos/entry.html", _with_photo(request, state, screen, context, photo, form), status=status
    )


def _with_photo(
    request: HttpRequest,
    state: MatchState,
    screen: Screen,
    context: dict[str, Any],
    photo: SheetPhoto,
    form: QueryDict,
) -> dict[str, Any]:
    game = table_game(state.match.game)
    number = screen.context[game.paper.rows][0]["number"]
    about = {
        "photo": photo,
        "photo_round": photo_round(state, game, number, form),
        "has_own": bool(game.paper.one),
        **CHOICE,
    }
    shown = {**one_round(context, game.paper.rows), **about, "table_game": game}
    grid = render_to_string(game.paper.one or f"{screen.template}#grid", shown, request)
    return {**shown, "grid": grid}
