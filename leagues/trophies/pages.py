"""The pages of trophies: all with their holders, and each with its chain."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.registry import TABLE_GAMES
from leagues.models import Trophy
from leagues.trophies.contests import BY_HAND, RULES, missing
from leagues.trophies.history import chain
from leagues.trophies.holders import drawn, on_show


@require_safe
@club_view(readers=True)
def trophies(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    shown = on_show(club.pk)
    retired = club.trophies.exclude(retired_at=None)
    known = [*(trophy for trophy, _ in shown), *retired]
    fresh = [
        trophy for table_game in TABLE_GAMES for trophy in missing(club.pk, table_game.key, _of(table_game.key, known))
    ]
    context = {
        "access": access,
        "here": "more",
        "shown": shown,
        "fresh": fresh,
        "retired": retired,
        "timeline": drawn([trophy for trophy, held in shown if held]),
        "offers": _offers(club, [*(trophy for trophy, _ in shown), *fresh]) if access.can_organise else [],
    }
    return render(request, "leagues/trophies/trophies.html", context)


def _of(game: str, known: list[Trophy]) -> list[Trophy]:
    return [trophy for trophy in known if trophy.game == game and trophy.rule != BY_HAND]


def _offers(club: Club, standing: list[Trophy]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return, by game, the trophies that could be added: (rule, proposed name, key of the game)."""
    taken = {(trophy.game, trophy.rule) for trophy in standing}
    offers = []
    for table_game in TABLE_GAMES:
        free = [
            (rule.value, name, table_game.key)
            for rule, name in zip(RULES, table_game.trophies, strict=True)
            if (table_game.key, rule) not in taken
        ]
        if free:
            offers.append((table_game.name, free))
    return offers


@require_safe
@club_view(readers=True)
def trophy(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    trophy_row = get_object_or_404(Trophy, club=club, pk=pk)
    context = {
        "access": access,
        "here": "more",
        "trophy": trophy_row,
        "held": next((held for each, held in on_show(club.pk, trophy_row.game) if each == trophy_row), []),
        "timeline": drawn([trophy_row]),
        "chain": chain(request, trophy_row),
        "game": next((table_game.name for table_game in TABLE_GAMES if table_game.key == trophy_row.game), ""),
    }
    return render(request, "leagues/trophies/trophy.html", context)
