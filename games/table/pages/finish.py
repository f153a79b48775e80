"""The end of a match: who takes which trophy from whom, stopping without a result, and opening it again."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.conditional import is_following
from games import ledger
from games.access import MatchAccess, match_view
from games.base.names import listed, shortened
from games.base.titles import title
from games.confirmation.pages.waiting import waiting
from games.consequences.league import Taken, league
from games.consequences.recipients import WINNER, match_ends
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from scoring.base import spell


@require_safe
@match_view("watch")
def finish(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    if match.is_waiting:
        return waiting(request, match, access)
    if match.finished_at is None:
        return redirect("table" if access.can_record else "match", match.pk)
    if is_following(request):
        return HttpResponse(status=HTTPStatus.GONE)  # it was waited for: the page as a whole is another one now
    state, trophies = load(match), league().prizes(match)
    again = urlencode([("game", match.game), *(("player", seat.player_id) for seat in state.seats)])
    context = {
        "headline": _headline(state, trophies.get(WINNER, "")),
        "has_trophies": bool(trophies) or table_game(match.game).has_trophies,
        "has_print": bool(table_game(match.game).prints),
        "awards": _awards(state, trophies),
        "ending": table_game(match.game).display.ending(state),
        "warnings": [spell(notice.message, shortened(state.names)) for notice in state.sheet.warnings],
        "last": state.live[-1].number,
        "again": f"{reverse('match-new', args=[match.club.slug])}?{again}",
    }
    return render(request, "games/table/finish.html", _about(match, access) | context)


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("organise")
def abandon(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Without a result. The entries stay, and an organiser can open it again."""
    if request.method == "POST":
        if match.is_undecided:
            ledger.abandon(match.pk)
        messages.success(request, "Stopped without a result. What was written stays.")
        return redirect("match", match.pk)
    return render(request, "games/table/abandon.html", _about(match, access))


@require_POST
@match_view("organise")
def reopen(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    if match.abandoned_at:
        ledger.reopen(match.pk)
    messages.success(request, "Open again. It goes on where it stopped.")
    return redirect("match", match.pk)


def _about(match: Match, access: MatchAccess) -> dict[str, Any]:
    return {"access": access.club_access, "may": access, "here": "matches", "match": match, "title": title(match)}


def _headline(state: MatchState, prize: str) -> str:
    names = shortened(state.names)
    winners = [names[seat] for seat in state.sheet.winners]
    if not winners:
        return "It is over"
    what = f"the {prize}" if prize else "the match"
    return f"{listed(winners)} {'take' if len(winners) > 1 else 'takes'} {what}"


def _awards(state: MatchState, trophies: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each trophy with whoever takes it, what from whom, and the total it was done with."""
    passed = {(each.trophy.rule, each.player): _passed(state, each) for each in league().taken(state.match)}
    return [
        {
            "trophy": end.word,
            "seat": state.seats[seat],
            "total": state.sheet.totals[seat],
            "mark": "top" if end.is_top else "low",
            "words": passed.get((end.rule, state.seats[seat].player), ""),
        }
        for end in match_ends(state, trophies)
        for seat in end.seats
    ]


def _passed(state: MatchState, took: Taken) -> str:
    before = took.before
    if before is None:
        return "The first one."
    if before == took.player:
        return "Once more: nobody wanted it." if took.is_cone else "Back-to-Back: defended."
    if all(seat.player_id != before.pk for seat in state.seats):
        return f"Taken from {before.label}, who was not here to defend it."
    return f"{before.label} is rid of it." if took.is_cone else f"Taken from {before.label}."
