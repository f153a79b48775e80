"""Restriction of the table's pages to the scoring device; other devices see the current score."""

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
ELSEWHERE = "X-Pencil-Elsewhere"  # response header: the tablet must stop sending, and keep what it has


def with_scoring_device(view: Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]) -> View:
    """Decorate a view of the table: devices that may not score get `scored_elsewhere` instead."""

    @wraps(view)
    def inner(
        request: HtmxRequest, match: Match, access: MatchAccess, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        return view(request, match, access, *args, **kwargs) if access.may_score else scored_elsewhere(request, access)

    return inner


def scored_elsewhere(request: HtmxRequest, access: MatchAccess) -> HttpResponse:
    """A page that says which device keeps the score, and offers to take over; 409 for a form that came too late."""
    match, template = access.match, "games/table/elsewhere.html"
    context = {
        "access": access.club_access,
        "match": match,
        "lock": lock.holder_of(match),
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
    """Progress, standings and totals of a match, as spectators may see them; two queries."""
    state, display = load(match).public, table_game(match.game).display
    return {
        "game": game_name(match),
        "progress": display.state(state),
        "standing": display.standing(state),
        "totals": [(state.names[seat], total) for seat, total in state.sheet.totals.items()],
    }
