"""One thing that happens beside the usual round: its own page, its own form, one transaction."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games import ledger
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.form_parsing import entry_id, moment, version
from games.base.table_game import Unreadable, Verb
from games.entries.drafts import Draft
from games.entries.match_state import Book, open_book
from games.match.titles import title
from games.models import Match
from games.registry import room
from games.scoring_device.pages.lock import with_pencil
from games.table.conflict_page import clash
from games.table.pages.table import write
from scoring.base import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
@with_pencil
def verb(request: HtmxRequest, match: Match, access: MatchAccess, verb: str) -> HttpResponse:
    found = verb_of(match, verb)
    book = open_book(match)
    if request.method == "POST":
        return (_sent if request.htmx else _write)(request, book, access, found)
    if not found.offered(book):
        messages.info(request, f"{found.label}: not now.")
        return redirect("table", match.pk)
    return show(request, book, access, found, request.GET)


def verb_of(match: Match, key: str) -> Verb:
    found = next((each for each in room(match.game).verbs if each.key == key), None)
    if found is None:
        raise Http404
    return found


def _sent(request: HtmxRequest, book: Book, access: MatchAccess, verb: Verb) -> HttpResponse:
    """By the tablet's outbox: answered as the table is."""

    def refused(request: HtmxRequest, access: MatchAccess, message: str, _field: str) -> HttpResponse:
        about = {"label": verb.label, "message": message, "is_asked": verb.aside(book), "path": request.path}
        sheet = {"match": book.match, "book": book, "room": room(book.match.game)}
        context = {"access": access.club_access, **sheet, **about}
        return render(request, "games/table/refused.html", context, status=422)

    form = request.POST
    try:
        drafts = _written(book, form) or _said(verb.drafts(book, form), form)
    except Unreadable as error:
        return refused(request, access, error.message, error.field)
    return write(request, access, drafts, refused=refused)


def _written(book: Book, form: QueryDict) -> Sequence[Draft]:
    """This very form as it was written before; what it would mean on today's sheet is another question."""
    key = entry_id(form)
    return [
        Draft(entry.kind, entry.number, entry.payload, id=key, player=entry.player_id)
        for entry in book.history
        if entry.id == key
    ]


def _said(drafts: Sequence[Draft], form: QueryDict) -> Sequence[Draft]:
    """With the tablet's own clock."""
    return [replace(draft, recorded_at=moment(form)) for draft in drafts]


def _write(request: HttpRequest, book: Book, access: MatchAccess, verb: Verb) -> HttpResponse:
    form = request.POST
    if _stands(book, form):
        return _on(book)
    try:
        done = ledger.record(book.match.pk, verb.drafts(book, form), version=version(form), by=access.writer)
    except ledger.Refused as refused:
        return clash(request, book, access, refused)
    except Unreadable as error:
        return show(request, book, access, verb, form, error.message, error.field)
    except RuleError as error:
        return show(request, book, access, verb, form, error.sentence(book.names), error.field or "")
    return _on(done.book)


def _stands(book: Book, form: QueryDict) -> bool:
    """Whether this very form was written before; what it would mean on today's sheet is another question."""
    try:
        key = entry_id(form)
    except Unreadable:
        return False
    return any(entry.id == key for entry in book.history)


def _on(book: Book) -> HttpResponse:
    return redirect("finish" if book.match.played_at else "table", book.match.pk)


def show(
    request: HttpRequest,
    book: Book,
    access: MatchAccess,
    verb: Verb,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
) -> HttpResponse:
    """The verb's page while it makes sense; a form that comes too late is told what stands meanwhile."""
    if not verb.offered(book):
        return clash(request, book, access, ledger.Refused(wrong or f"{verb.label}: not any more."))
    return page(request, book, access, verb, form, wrong, field)


def page(
    request: HttpRequest,
    book: Book,
    access: MatchAccess,
    verb: Verb,
    form: QueryDict,
    wrong: str = "",
    field: str = "",
    **more: Any,
) -> HttpResponse:
    """What was wrong with a form stands in it, beside the field."""
    try:
        screen = verb.screen(book, form)
    except Unreadable as error:
        screen, wrong = verb.screen(book, QueryDict()), wrong or error.message
    context = {
        "access": access.club_access,
        "here": "tonight",
        "match": book.match,
        "book": book,
        "title": title(book.match),
        "form": form,
        "entry_id": uuid.uuid4(),
        "line": book.live[-1].number + 1 if book.live else 1,
        "action": request.path,
        "back": reverse("table", args=[book.match.pk]),
        "wrong": wrong,
        "wrong_field": field,
        **screen.context,
        **more,
    }
    return render(request, screen.template, context, status=422 if wrong else 200)
