"""The rules page, for members and for the tablet that keeps the score of a match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.registry import table_game
from games.rules.texts import earlier_rules, earlier_versions, rules_of
from scoring import ENGINES


@require_safe
@club_view()
def rules_page(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Show one game's rules (`game`, by default the first), current or of an earlier revision (`rev`)."""
    games = [game for game in ENGINES if rules_of(game.key)]
    game = next((game for game in games if game.key == request.GET.get("game", ENGINES[0].key)), None)
    text = rules_of(game.key) if game else None
    if game is None or text is None:
        raise Http404
    wanted = request.GET.get("rev", game.version)[:20]
    earlier = earlier_rules(game.key, wanted) if wanted != game.version else None
    rules_game = table_game(game.key)
    at_table = bool(rules_game.reference) and request.GET.get("at") == "table"
    context = {
        "access": access,
        "here": "more",
        "table_game": rules_game,
        "games": games,
        "text": earlier or text,
        "version": game.version,
        "wanted": wanted,
        "is_earlier": earlier is not None,
        "earlier": earlier_versions(game.key),
        "at_table": at_table,
    }
    return render(request, "games/rules/rules.html", context)
