"""The pages to correct an earlier round, to insert a forgotten action before it, and to type in a sheet from paper."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.pictures import reading
from clubs.pictures.reading import may_read_sheet, too_many
from clubs.responses import saved
from games import ledger, photos
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.display import Screen
from games.base.form_parsing import entry_id, reason, version, with_others
from games.base.table_game import TableAction, Unreadable
from games.base.wording import title
from games.consequences.league import league
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, load
from games.ledger.writing import check_version
from games.models import Match, SheetPhoto
from games.photo_round import one_round, photo_round
from games.photos import CHOICE, photo_in
from games.registry import table_game
from games.table.actions import action_of, page
from games.table.table import conflict_response
from games.templatetags.round_words import number_corrected
from scoring.base import RuleError

# The page to correct an earlier round: the form, a preview of all effects, then one transaction.


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
        page = partial(_beneath, request, state, access, number)
    try:
        drafts = read(form)
        if form.get("do") == "save":
            done = ledger.record(state.match.pk, drafts, version=version(form), by=access.writer)
            messages.success(request, _corrected(state, number, done.state))
            return redirect(_back(done.state, access))
        check_version(state, drafts, version(form))
        return _preview(request, state, access, drafts, number, form)
    except ledger.Refused as refused:
        if request.htmx:
            return page(form, str(refused), "")
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return page(form, error.message, error.field)
    except RuleError as error:
        return page(form, *table_game(state.match.game).correction.describe_error(state, number, error))


def _corrected(state: MatchState, number: int, after: MatchState) -> SafeString:
    """What was corrected and which totals moved, with links to the sheet and to the history."""
    game, sheet = table_game(state.match.game), after.match.get_absolute_url()
    line = state.sheet.lines[number - 1] if 0 < number <= len(state.sheet.lines) else None
    first = number_corrected(game.display.round_word, getattr(line, "hand", number)) if number else _("Entry removed.")
    moved = game.correction.changes(state, state.sheet, after.sheet).moved
    words, history = " ".join([first, *([f"{moved}."] if moved else [])]), reverse("history", args=[after.match.pk])
    links = [(sheet, _("View sheet")), (history, _("History"))]
    return format_html("{} {}", words, format_html_join(" ", '<a href="{}">{}</a>', links))


def _back(state: MatchState, access: MatchAccess) -> str:
    """Where a correction leads: to the table while the match is played there, else to its sheet."""
    at_table = state.match.is_open and access.can_record
    return reverse("table" if at_table else "match", args=[state.match.pk])


def _beneath(
    request: HttpRequest,
    state: MatchState,
    access: MatchAccess,
    number: int,
    form: QueryDict,
    wrong: str,
    field: str,
) -> HttpResponse:
    """The error message, in the place of the preview."""
    correction = table_game(state.match.game).correction
    return _render(request, state, access, correction.inline, correction.standing(state, number, form), wrong, field)


def _preview(
    request: HtmxRequest,
    state: MatchState,
    access: MatchAccess,
    drafts: Sequence[Draft],
    number: int,
    form: QueryDict,
) -> HttpResponse:
    correction, after = table_game(state.match.game).correction, ledger.preview(state, drafts)
    hidden_fields = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "changes": correction.changes(state, state.sheet, after),
        "playoff": league().would_change(state, after),
        "kept": [pair for pair in hidden_fields if pair[0] not in ("csrfmiddlewaretoken", "do")],
        "note": drafts[0].note,
        "who": access.writer.user or access.writer.device,
        "now": timezone.localtime(),
    }
    if request.htmx:
        return _render(
            request, state, access, correction.inline, context | correction.standing(state, number, form, after)
        )
    return _render(request, state, access, "games/correction/preview.html", context)


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
    at_table = state.match.is_open and access.can_record
    context = {
        "access": access.club_access,
        "here": "more",
        "match": state.match,
        "state": state,
        "title": title(state.match),
        "entry_id": request.POST.get("entry") or uuid.uuid4(),
        "line": state.next_number,
        "action": request.path,
        "back": _back(state, access),
        "playing": table_game(state.match.game).display.now(state).number if at_table else None,
        "word": table_game(state.match.game).display.round_word,
        "wrong": wrong,
        "wrong_field": field,
        "wrong_seat": field.rpartition("-")[2],
        **more,
    }
    return render(request, template, context, status=422 if wrong else 200)


# The page to insert a forgotten action before an earlier round: the action's own page, for the sheet at that point.


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("correct")
def insert(request: HttpRequest, match: Match, access: MatchAccess, number: int, action: str) -> HttpResponse:
    """Show or save the form of a table action that was forgotten before round `number`. Raises Http404."""
    table_action, state = action_of(match, action), load(match)
    at = table_game(match.game).correction.insertion_line(state, number, is_first=table_action.goes_first)
    if not table_action.is_insertable or (at is None and not _is_written(state, request.POST)):
        raise Http404
    if at is not None and not table_action.offered(_as_it_stood(state, at)) and not _is_written(state, request.POST):
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


# The page to type in a sheet played on paper: any number of rounds at once by keyboard, saved in one transaction.


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
        return _paper_page(request, state, access, QueryDict())
    form = request.POST
    if form.get("do") in ASIDE and access.can_put_photo:
        return _side_action(request, state, access)
    try:
        drafts = sheet.drafts(form)
        if _is_to_check(state, access, form):
            return _paper_page(request, state, access, form, str(CHECK))
        done = ledger.record(match.pk, drafts, version=version(form), by=access.writer)
    except ledger.Refused as refused:
        return conflict_response(request, state, access, refused)
    except Unreadable as error:
        return _paper_page(request, state, access, form, error.message, error.field)
    except RuleError as error:
        return _paper_page(request, state, access, form, *sheet.describe_error(state, error))
    if done.state.match.played_at:
        return redirect("finish", match.pk)
    messages.success(request, saved())
    return redirect("paper-entry", match.pk)


def _side_action(request: HttpRequest, state: MatchState, access: MatchAccess) -> HttpResponseBase:
    """Redraw the form without saving it: with calculated totals (`do=look`), or with another photo (`do=photo`)."""
    if request.POST["do"] == "look":
        return _paper_page(request, state, access, request.POST)
    if not may_read_sheet(request, access.club_access, str(state.match.pk)):
        return too_many(request)
    try:
        row = photos.put(state.match, photo_in(request), access.writer)
    except reading.PictureRefused as refused:
        return _paper_page(request, state, access, request.POST, wrong_photo=str(refused))
    return _paper_page(request, state, replace(access, photo=row.pk), request.POST)


def _is_to_check(state: MatchState, access: MatchAccess, form: QueryDict) -> bool:
    """Whether a total typed from the sheet differs from the calculated one, and this form was not yet shown the
    warning.
    """
    if not any(name.startswith("sheet-") for name in form):
        return False
    mismatches = photo_round(state, table_game(state.match.game), 0, form).mismatches
    return bool(mismatches) and form.get("seen") != mismatches


def _paper_page(
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
    photo = photos.photo_of(state.match) if access.photo and access.can_see_photo else None
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
