"""The page of two players against each other, who are given in the query string."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.registry import TABLE_GAMES
from leagues.statistics.tabs import asked_player
from leagues.statistics.two_players import two_players_context


@require_safe
@club_view(readers=True)
def two_players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Five queries besides those for the club and the user, however often they met; without two players it shows a form
    to choose them.
    """
    one, other = (asked_player(club, request.GET.get(name, "")) for name in ("player", "against"))
    game = next((each for each in TABLE_GAMES if each.key == request.GET.get("game", "")), None)
    seasons = list(club.seasons.order_by("-starts_on"))
    season = next((each for each in seasons if str(each.pk) == request.GET.get("season", "")), None)
    context: dict[str, Any] = {
        "access": access,
        "here": "players",
        "one": one,
        "other": other,
        "game": game,
        "season": season,
        "seasons": seasons,
        "games": TABLE_GAMES,
        "players": list(club.players.order_by("name", "nickname")),
    }
    if one and other and one != other:
        context |= two_players_context(one, other, game, season)
    return render(request, "leagues/statistics/two_players.html", context)
