"""The page of all opponents of a player, with who finished higher."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player
from clubs.web.paging import page_of
from games.registry import TABLE_GAMES
from games.statistics import head_to_head, queries
from leagues.statistics.tabs import season_of


@require_safe
@club_view(readers=True)
def player_versus(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    person = get_object_or_404(Player, club=club, pk=pk)
    key = request.GET.get("game", "")
    game = next((table_game for table_game in TABLE_GAMES if table_game.key == key), TABLE_GAMES[0]).engine
    season = season_of(club, request.GET.get("season", ""))
    whose = queries.PlayerInSeason(person, season.pk) if season else person
    page = page_of(request, head_to_head.met(whose, game.key))
    context = {
        "access": access,
        "here": "players",
        "player": person,
        "game": game,
        "season": season,
        "in_season": format_html("&amp;season={}", season.pk) if season else "",
        "page": page,
        "versus": list(page),
    }
    return render(request, "leagues/statistics/head_to_head.html", context)
