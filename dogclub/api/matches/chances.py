"""The endpoint for the chances of each player to win and to finish last, after each round."""

from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Scope
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_match
from dogclub.api.http.fingerprints import FORECASTS
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import matches as words
from dogclub.api.openapi.operation import described
from games.access import match_access
from games.base.results.forecasts import ForecastPoint
from games.entries.match_state import MatchState, load
from games.forecasts.current import current, has_chances
from games.forecasts.turning import turning_of
from games.models import Match
from scoring.turning import SIMULATIONS


@described(GET=words.READ_CHANCES)
@endpoint("GET", reads=Scope.TONIGHT)
def chances(request: Request, pk: UUID) -> Response:
    """404 where the game has no chances, or the club does not show them."""
    access = match_access(plain(request), pk, "watch")
    if not has_chances(access.match):
        raise Http404
    return answer(request, of_match(access, FORECASTS), lambda: _body(access.match))


def _body(match: Match) -> dict[str, Any]:
    state = load(match).public
    found = current(state)
    turn = turning_of(found.points)
    return {
        "match": str(match.pk),
        "calculated": found.is_known,
        "club_matches": found.matches,
        "matches_needed": found.forecasts.least,
        "rounds": [_round(state, point) for point in found.points],
        "turned_by": turn and turn.round,
    }


def _round(state: MatchState, point: ForecastPoint) -> dict[str, Any]:
    seats = [
        {
            "seat": seat.position,
            "player": seat.player_id,
            "win": (point.win[seat.position] or 0) / SIMULATIONS,
            "last": (point.last[seat.position] or 0) / SIMULATIONS,
            "out": seat.position in point.out,
            "safe": seat.position in point.safe,
        }
        for seat in state.seats
        if point.win[seat.position] is not None
    ]
    return {"round": point.round, "seats": seats}
