"""Pages for the end of a match: the ranking, trophies and next step; ending without a result, and reopening."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.club_day import club_day
from clubs.member_photos.showing import shows_photos
from clubs.web.conditional import is_following
from games import ledger
from games.access import MatchAccess, match_view
from games.base.results.titles import game_name, table_of, title
from games.charts.totals_chart import run_of
from games.confirmation.pages.waiting import waiting
from games.consequences.league import league
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.table.finish.next_step import next_step
from games.table.finish.places import headline, in_one_line, places
from games.table.finish.trophies import changes_in_words, trophy_changes

CALLED = 3  # number of call-outs shown


@require_safe
@match_view("watch")
def finish(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Show the final page, or while confirmations are missing the page that waits for them; redirect before the end."""
    if match.is_waiting:
        return waiting(request, match, access)
    if match.finished_at is None:
        return redirect("table" if access.can_record else "match", match.pk)
    if is_following(request):
        return HttpResponse(status=HTTPStatus.GONE)  # after waiting for confirmation, load the whole page
    return render(request, "games/table/finish.html", _about(match, access) | _end(load(match), access))


def _end(state: MatchState, access: MatchAccess) -> dict[str, Any]:
    match, game = state.match, table_game(state.match.game)
    words, trophies = game.finish(state), trophy_changes(state, league().prizes(match))
    said, display = headline(state), game.display
    where = ", ".join(filter(None, (game_name(match), table_of(match))))
    return {
        "game": game,
        "where": where,
        "day": club_day(match.started_at),
        "length": display.state(state).removeprefix("over after "),
        "headline": said,
        "finish": words,
        "places": places(state, words),
        "has_faces": shows_photos(access.club_access),
        "trophies": trophies,
        "changes_in_words": changes_in_words(trophies),
        "notes": [*league().outcome(match), *display.remarks(state)],
        "callouts": display.callouts(state)[:CALLED],
        "run": run_of(state, display.length(state), display.goal(state)),
        "last": state.live[-1].number,
        "correct_from": state.sheet.lines[-1].number if state.sheet.lines else None,
        "last_step": game.last_step(state),
        "step": next_step(state, access),
        "shared": in_one_line(where, state, said, {each.trophy: each.after for each in trophies}),
        **(words.section.context if words.section else {}),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("organise")
def abandon(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """End a match without a result; its entries stay, and an organiser can reopen it."""
    if request.method == "POST":
        if match.is_undecided:
            ledger.abandon(match.pk)
        messages.success(request, _("Ended without a result. Entries stay."))
        return redirect("match", match.pk)
    return render(request, "games/table/abandon.html", _about(match, access))


@require_POST
@match_view("organise")
def reopen(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    if match.abandoned_at:
        ledger.reopen(match.pk)
    messages.success(request, _("Reopened. It continues where it stopped."))
    return redirect("match", match.pk)


def _about(match: Match, access: MatchAccess) -> dict[str, Any]:
    return {"access": access.club_access, "may": access, "here": "more", "match": match, "title": title(match)}
