"""Only the device that keeps the score writes at the table; any other sees how the match stands."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render

from clubs.access import View
from games.access import HtmxRequest, MatchAccess
from games.base.results.titles import game_name, table_of
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from games.scoring_device import lock

P = ParamSpec("P")
ELSEWHERE = "X-Pencil-Elsewhere"  # tells the tablet to write nothing more, and to keep what it has


def with_scoring_device(view: Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]) -> View:
    """For whoever holds the pencil, or where nobody does; anybody else is told where it went."""

    @wraps(view)
    def inner(
        request: HtmxRequest, match: Match, access: MatchAccess, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        return view(request, match, access, *args, **kwargs) if access.may_score else scored_elsewhere(request, access)

    return inner


def scored_elsewhere(request: HtmxRequest, access: MatchAccess) -> HttpResponse:
    """Where the scorekeeping is, and the way to take it over. A form that came too late is answered with 409."""
    match, template = access.match, "games/table/elsewhere.html"
    context = {
        "access": access.club_access,
        "match": match,
        "pencil": lock.holder_of(match),
        "table_game": table_game(match.game),
        "screen": {"template": template},
        "place": table_of(match),
        "was_writing": request.method == "POST",
        **as_it_stands(match),
    }
    page = template if request.htmx else "games/table/page.html"
    response = render(request, page, context, status=409 if request.method == "POST" else 200)
    response[ELSEWHERE] = "1"
    return response


def as_it_stands(match: Match) -> dict[str, Any]:
    """How far it is, who leads, and everybody's total, as whoever looks on may read them; two queries."""
    state, display = load(match).public, table_game(match.game).display
    return {
        "game": game_name(match),
        "progress": display.state(state),
        "standing": display.standing(state),
        "totals": [(state.names[seat], total) for seat, total in state.sheet.totals.items()],
    }
