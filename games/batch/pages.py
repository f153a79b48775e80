"""The page for batch entry of old sheets, usable by keyboard; the form of the next sheet keeps the head of the last
one.
"""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.language.locales import date_format
from clubs.models import Club, Role
from clubs.models.calendar import club_day
from clubs.pictures import reading
from clubs.pictures.reading import may_read_sheet, too_many
from games import photos
from games.base.form_parsing import check_known, named
from games.base.names import listed
from games.base.options import as_usual, check_tapped, match_options, setup_screen
from games.base.table_game import Unreadable
from games.base.wording import title
from games.batch.writing import CHAIRS, Head, Sheet, head_of
from games.entries.drafts import Author, Refused
from games.ledger import Recorded
from games.photos import CHOICE, photo_in
from games.registry import TABLE_GAMES
from scoring.base import RuleError
from scoring.table import minus

HEAD = ("game", "on", "at", "table", "name")
LONGEST_HEAD = 5000  # characters of a head in the form
Wrong = tuple[str, str]


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
def batch(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """`GET` shows the form for the head in the query string; `POST` saves the sheet, saves its photo, or adds new
    players.
    """
    form = request.POST
    if request.method != "POST":
        return _opened(request, access, head_of(club, request.GET))
    agreed = QueryDict(form.get("agreed", "")[:LONGEST_HEAD])
    head = head_of(club, agreed)
    if form.get("do") == "newcomers":
        return _newcomers(request, access, head, agreed)
    if not head.is_whole or head.started_at is None:
        return _page(request, access, head, agreed)
    if form.get("do") == "photo":
        return _begin_with_photo(request, access, head, agreed)
    try:
        check_known(form, "do", ())
        written = _filled(club, head, agreed).write(form, access)
    except Unreadable as error:
        return _page(request, access, head, agreed, (error.message, error.field))
    except RuleError as error:
        return _page(request, access, head, agreed, _refused(club, head, agreed, error))
    except Refused as refused:
        return _page(request, access, head, agreed, (str(refused), ""))
    return _next(request, club, agreed, written)


def _opened(request: HttpRequest, access: Access, head: Head) -> HttpResponseBase:
    """Show the form with the answers of the query string, and for the rest of it the rules of the club."""
    form, wrong = as_usual(head.table_game, access.club, request.GET), ("", "")
    try:
        check_tapped(head.table_game, access.club, request.GET)
    except Unreadable as error:
        wrong = error.message, error.field
    return _page(request, access, head, form, wrong)


def _begin_with_photo(request: HttpRequest, access: Access, head: Head, agreed: QueryDict) -> HttpResponseBase:
    """Start the match with nothing but its photo, and redirect to the page where it is typed in next to the photo."""
    if not may_read_sheet(request, access):
        return too_many(request)
    try:
        photo = photo_in(request)
        match = _filled(access.club, head, agreed).begin(request.POST, access)
    except reading.PictureRefused as refused:
        return _page(request, access, head, agreed, wrong_photo=str(refused))
    except Unreadable as error:
        return _page(request, access, head, agreed, (error.message, error.field))
    except RuleError as error:
        return _page(request, access, head, agreed, _refused(access.club, head, agreed, error))
    photos.put(match, photo, Author(access.user))
    return redirect("paper-entry", match.pk)


def _filled(club: Club, head: Head, agreed: QueryDict) -> Sheet:
    """The sheet with the options of the form. Raises Unreadable, and RuleError for what cannot be played."""
    return Sheet(club, head, match_options(head.table_game, head.seated, agreed))


def _refused(club: Club, head: Head, agreed: QueryDict, error: RuleError) -> Wrong:
    """The rule error as (message, field), in the words of the game's paper form where that can be drawn."""
    try:
        return head.table_game.paper.describe_error(_filled(club, head, agreed).state, error)
    except (RuleError, Unreadable):
        return error.sentence([player.label for player in head.seated]), error.field or ""


def _newcomers(request: HttpRequest, access: Access, head: Head, agreed: QueryDict) -> HttpResponse:
    """Add players for the unknown names.

    A name that may mean an existing player is only added where the form confirms that it is a new one.
    """
    try:
        for each in head.unknown:
            if not each.meant or each.name in request.POST.getlist("new"):
                named(access.club, each.name)
    except Unreadable as error:
        return _page(request, access, head, agreed, (error.message, "name"))
    return _lay_out(access.club, agreed)


def _lay_out(club: Club, agreed: QueryDict) -> HttpResponseRedirect:
    hidden_fields = [(key, value) for key in HEAD for value in agreed.getlist(key)]
    return HttpResponseRedirect(f"{reverse('batch', args=[club.slug])}?{urlencode(hidden_fields)}")


def _next(request: HttpRequest, club: Club, agreed: QueryDict, written: Recorded) -> HttpResponse:
    match = written.state.match
    if match.is_waiting:
        return redirect("finish", match.pk)
    if not match.finished_at:
        messages.success(request, _("Saved so far. Enter the rest here, or finish it at the table."))
        return redirect("paper-entry", match.pk)
    winners = [seat for seat in written.state.seats if seat.is_winner]
    values = {"match": title(match), "day": date_format(club_day(match.started_at), "j F Y")}
    words = _("{match}, {day}: nobody won.")
    if winners:
        words = _("{match}, {day}: {players} won with {total}.")
        values["players"] = listed([seat.player.label for seat in winners])
        values["total"] = minus(winners[0].total)
    messages.success(request, words.format(**values))
    return _lay_out(club, agreed)


def _page(
    request: HttpRequest,
    access: Access,
    head: Head,
    agreed: QueryDict,
    wrong: Wrong = ("", ""),
    wrong_photo: str = "",
) -> HttpResponse:
    names = [*head.names, *[""] * (CHAIRS - len(head.names))]
    about: dict[str, Any] = {"access": access, "table_game": head.table_game, "errors": {}}
    context: dict[str, Any] = {
        **about,
        "here": "manage",
        "table_games": TABLE_GAMES,
        "head": head,
        "names": list(enumerate(names, start=1)),
        "dogs": access.club.players.filter(former=None),
        "form": agreed,
        "agreed": agreed.urlencode(),
        "wrong": wrong[0],
        "wrong_photo": wrong_photo,
        **CHOICE,
        **(_sheet(request, about, head, agreed, wrong) if head.is_whole else {}),
    }
    return render(request, "games/batch/batch.html", context, status=422 if wrong[0] or wrong_photo else 200)


def _sheet(request: HttpRequest, about: dict[str, Any], head: Head, agreed: QueryDict, wrong: Wrong) -> dict[str, Any]:
    """The context of the setup form and, once the options are valid, of the empty rounds; each rendered with its own
    context.
    """
    club: Club = about["access"].club
    setup = setup_screen(head.table_game, head.seated, agreed)
    asked = {**about, **setup.context, "screen": setup}
    shown = {"setup": render_to_string("games/base/_setup.html", asked, request)}
    try:
        state = _filled(club, head, agreed).state
    except Unreadable:
        return {**shown, "missing": _("Enter above who dealt first and the options, then update the sheet.")}
    except RuleError as error:
        return {**shown, "missing": error.sentence([player.label for player in head.seated])}
    if head.started_at is None:
        return {**shown, "missing": _("Enter the day of this sheet first.")}
    paper = head.table_game.paper.screen(state, request.POST)
    where = {"wrong": wrong[0], "wrong_field": wrong[1], "wrong_round": next(iter(wrong[1].split("-")[1:2]), "")}
    grid = render_to_string(f"{paper.template}#grid", {**about, **paper.context, **where}, request)
    return {**shown, "grid": grid, "more": paper.context.get("more"), "entry_id": uuid.uuid4(), "line": 1}
