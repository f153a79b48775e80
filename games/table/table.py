"""The scorekeeper's page: shows the form for the next entry and saves it. The query string has what is half entered."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.language.locales import comma_separated
from games import ledger
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.form_parsing import entry_id, line_number, version
from games.base.table_game import Difference, Unreadable
from games.base.wording import title
from games.entries.drafts import Closed, Conflict, Draft, Refused, people_of, who
from games.entries.match_state import MatchState, load
from games.models import Entry, Match
from games.registry import table_game
from games.scoring_device import unsaved_form_before, with_scoring_device
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
            both = answer(request, access, said_no, drafts)
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


# Pages for conflicts, when two devices wrote the same line: both entries, and the choice between them. Nothing is
# merged.


ON_A_BUTTON = 3
OURS = ("entry", "version", "csrfmiddlewaretoken", "at", "do")


def answer(request: HtmxRequest, access: MatchAccess, refused: Refused, drafts: Sequence[Draft]) -> HttpResponse | None:
    """At the table: 409 with both entries; None if both devices wrote the same, so that there is nothing to choose.

    Raises RuleError if the draft cannot be read.
    """
    access.match.refresh_from_db()
    state = load(access.match)
    standing = _standing(state, drafts)
    rows = [row for draft, entry in standing for row in table_game(state.match.game).differences(state, draft, entry)]
    if standing and not rows and not isinstance(refused, Closed):
        return None
    # Entries described in words may read the same where their difference is still secret.
    clashes = [row for row in rows if (row.differs or not row.what) and not row.is_sum]
    context: dict[str, Any] = {
        "access": access.club_access,
        "may": access,
        "match": state.match,
        "table_game": table_game(state.match.game),
        "refused": refused,
        "is_closed": isinstance(refused, Closed),
        "clashes": clashes,
        "compared": _compared(rows) if clashes and not isinstance(refused, Closed) else None,
        "mine": [_words(state, draft) for draft in drafts],
        "here_at": drafts[0].recorded_at or timezone.now(),
        "here_by": access.writer.user or access.writer.device,
        "theirs": standing[0][1] if standing else None,
        "theirs_by": who(standing[0][1], people_of([standing[0][1]])) if standing else "",
        "since": [_words(state, entry) for entry in _meanwhile(refused)],
        "again": _form_again(request, state),
        "sent": [(name, value) for name, value in _fields(request) if name not in ("csrfmiddlewaretoken", "do")],
        "is_alone": all(entry.number <= max(draft.number for draft in drafts) for entry in state.live),
        "path": request.path,
    }
    template = "games/table/conflict.html"
    context["screen"] = {"template": template}
    page = template if request.htmx else "games/table/page.html"
    return render(request, page, context, status=409)


@dataclass(frozen=True)
class Compared:
    """Both entries as a table: a row per value, the sums below, and which of the two can be right."""

    rows: Sequence[Difference]
    sums: Sequence[Difference]
    mine_fits: bool
    theirs_fits: bool

    @property
    def same(self) -> str:
        """The rows that agree, in one line for narrow screens."""
        return comma_separated(f"{row.name or row.what} {row.mine}" for row in self.rows if not row.differs)

    @property
    def apart(self) -> list[tuple[str, str, str]]:
        """The rows that differ, for the buttons; empty if there are more than three."""
        found = [(row.name or row.what, row.mine, row.theirs) for row in self.rows if row.differs]
        return found if len(found) <= ON_A_BUTTON else []


def _compared(rows: Sequence[Difference]) -> Compared | None:
    """None if an entry is only given in words, such as an undo."""
    if not all(row.what for row in rows):
        return None
    fits = [row.fits for row in rows if row.fits]
    return Compared(
        [row for row in rows if not row.is_sum],
        [row for row in rows if row.is_sum],
        all(mine for mine, _ in fits),
        all(theirs for _, theirs in fits),
    )


def _standing(state: MatchState, drafts: Sequence[Draft]) -> list[tuple[Draft, Entry]]:
    """Each draft with the last revision of its line, if it has one."""
    last = {entry.number: entry for entry in state.history}
    return [(draft, last[draft.number]) for draft in drafts if draft.number in last]


def _form_again(request: HttpRequest, state: MatchState) -> list[tuple[str, str]]:
    """The form's fields for sending it again: as a new entry, on the current version."""
    hidden_fields = [(name, value) for name, value in _fields(request) if name not in OURS]
    return [("entry", str(uuid.uuid4())), ("version", str(state.match.version)), *hidden_fields]


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in request.POST.lists() for value in values]


def conflict_response(
    request: HttpRequest, state: MatchState, access: MatchAccess, refused: Refused, again: str = ""
) -> HttpResponse:
    """On other pages: 409 with the drafts and the stored entries; `again` is the URL to start again from."""
    drafts = refused.drafts if isinstance(refused, Conflict) else ()
    context = {
        "access": access.club_access,
        "here": "more",
        "match": state.match,
        "title": title(state.match),
        "refused": refused,
        "mine": [_words(state, draft) for draft in drafts],
        "theirs": _theirs(state, _meanwhile(refused)),
        "again": again or request.path,
        "table": reverse("table", args=[state.match.pk]) if state.match.is_open else state.match.get_absolute_url(),
    }
    return render(request, "games/table/clash.html", context, status=409)


def _meanwhile(refused: Refused) -> Sequence[Entry]:
    return refused.entries if isinstance(refused, Conflict) else ()


def _theirs(state: MatchState, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    people = people_of(entries)
    return [{"words": _words(state, entry), "who": who(entry, people), "at": entry.received_at} for entry in entries]


def _words(state: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return _("line {number} undone").format(number=written.number)
    try:
        return table_game(state.match.game).entry_in_words(state, written.kind, written.payload)
    except RuleError as error:  # a late draft that is not valid either
        return error.sentence(state.names)
