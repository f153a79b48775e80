"""The page of a player's statistics, one game a tab; every figure links to the matches behind it."""

from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player, Season
from games.base.table_game import TableGame
from games.models import Seat
from games.registry import TABLE_GAMES
from games.statistics import head_to_head, queries
from games.statistics.queries import Summary, Whose
from leagues import ratings
from leagues.statistics.form import form_of
from leagues.statistics.tabs import called, game_of, season_of, with_club_rates
from leagues.trophies.holders import cabinet, holders

MET = 12
SEASONS = 6


@dataclass(frozen=True)
class Tab:
    """A game with how many matches of it the player has played; 0 for games not played yet."""

    table_game: TableGame
    matches: int
    is_here: bool


@require_safe
@club_view(readers=True)
def player(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    person = get_object_or_404(Player.everybody, club=club, pk=pk)
    if person.merged_into_id:
        return redirect("player", club.slug, person.merged_into_id)
    season = season_of(club, request.GET.get("season", ""))
    whose = queries.PlayerInSeason(person, season.pk) if season else person
    played = queries.summaries(whose)
    game = game_of(request.GET.get("game", ""), played)
    summary = played.get(game.key, Summary())
    tabs = [Tab(each, played.get(each.key, Summary()).matches, each is game) for each in TABLE_GAMES]
    context = {
        "access": access,
        "here": "players",
        "player": person,
        "game": game.engine,
        "tabs": [tab for tab in tabs if tab.matches],
        "others": [tab for tab in tabs if not tab.matches],
        "summary": summary,
        "season": season,
        "in_season": format_html("&amp;season={}", season.pk) if season else "",
        "seasons": _seasons(person),
        "cabinet": [] if season else cabinet(person),
        "holds": [holder for holder in holders(club.pk) if holder.player == person],
    }
    if summary.matches:
        context |= _figures(whose, game, summary)
        context["history"] = None if season else ratings.rating_history(person, game.key)
    return render(request, "leagues/statistics/player.html", context)


def _seasons(person: Player) -> list[Season]:
    """Return the seasons with a finished match of this player, the newest first."""
    mine = Seat.objects.filter(match__season=OuterRef("pk"), match__finished_at__isnull=False, player=person)
    return list(Season.objects.filter(Exists(mine), club=person.club_id).order_by("-starts_on")[:SEASONS])


def _figures(person: Whose, game: TableGame, summary: Summary) -> dict[str, object]:
    statistics = game.player_statistics(person, summary)
    return {
        "figures": replace(statistics, tables=with_club_rates(person, game.key, statistics.tables)),
        "places": queries.places(person, game.key),
        "called": called(person, game, summary.matches),
        "ends": queries.ends(person, game.key),
        **_met(person, game),
        "form": form_of(person, game.key),
    }


def _met(person: Whose, game: TableGame) -> dict[str, object]:
    """Return those met most often, and whether there were others."""
    opponents = head_to_head.met(person, game.key)
    return {"versus": opponents[:MET], "met_more": len(opponents) > MET}
