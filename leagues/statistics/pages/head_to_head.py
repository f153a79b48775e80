"""Everybody a player has met at the table, page by page, and who finished higher."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player
from clubs.paging import page_of
from games.registry import TABLE_GAMES
from games.statistics import head_to_head


@require_safe
@club_view(readers=True)
def player_versus(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    person = get_object_or_404(Player, club=club, pk=pk)
    key = request.GET.get("game", "")
    game = next((table_game for table_game in TABLE_GAMES if table_game.key == key), TABLE_GAMES[0]).engine
    page = page_of(request, head_to_head.met(person, game.key))
    context = {
        "access": access,
        "here": "players",
        "player": person,
        "game": game,
        "page": page,
        "versus": head_to_head.versus(list(page)),
    }
    return render(request, "leagues/statistics/head_to_head.html", context)
