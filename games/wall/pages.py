"""The wall board page of a match; it follows every entry. The query's `since` is the version it shows."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.web.conditional import conditional, fragment
from games.access import MatchAccess, match_view
from games.base.results.titles import title
from games.consequences.league import league
from games.entries.match_state import seats_at
from games.forecasts.current import has_chances, version_of
from games.models import Match
from games.registry import table_game
from games.wall.board import board, depends


@require_safe
@match_view("watch")
def wall(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """204 while nothing has changed: three queries without rendering, one more if the club shows forecasts there."""
    on_wall = has_chances(match, on_wall=True)
    chances = version_of(match) if on_wall else 0
    since = f"{match.version}.{chances}" if on_wall else str(match.version)
    if request.GET.get("since") == since:
        return HttpResponse(status=204)
    seats, holders = seats_at(match), league().holders(match.club_id, match.game)

    def page() -> HttpResponse:
        context = {
            "access": access.club_access,
            "title": title(match),
            "table_game": table_game(match.game),
            "stream": f"{match.get_absolute_url()}{'chances/' * on_wall}live/",
            "since": since,
            "board": board(match, seats, holders, chances),
        }
        return render(request, fragment(request, "games/wall/wall.html"), context)

    return conditional(request, depends(match, seats, holders, chances), page)
