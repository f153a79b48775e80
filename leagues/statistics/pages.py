"""Pages of a player's statistics, of all opponents, and of two players against each other."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import escape, format_html
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player, Season
from clubs.players.search import by_name
from clubs.responses import page_of
from games.base.table_game import TableGame
from games.models import Seat
from games.registry import TABLE_GAMES, asked_game
from games.statistics import meetings, queries
from games.statistics.queries import RulesChoice, SomeMatches, Summary, Whose
from leagues import ratings
from leagues.statistics.player import asked_player, called, form_of, game_of, rules_of, season_of, with_club_rates
from leagues.statistics.two_players import two_players_context
from leagues.trophies.holders import cabinet, holders

# The page of a player's statistics, one game a tab; every figure links to the matches behind it.


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
    played = queries.summaries(SomeMatches(person, season.pk) if season else person)
    game = game_of(request.GET.get("game", ""), played)
    choice = rules_of(person, season, game, played, request.GET.get("rules", ""))
    summary = choice.summary
    tabs = [Tab(each, played.get(each.key, Summary()).matches, each is game) for each in TABLE_GAMES]
    context = {
        "access": access,
        "here": "players",
        "player": person,
        "game": game,
        "tabs": [tab for tab in tabs if tab.matches],
        "others": [tab for tab in tabs if not tab.matches],
        "summary": summary,
        "season": season,
        "in_season": _in_season(season),
        "in_scope": format_html("{}{}", _in_season(season), escape(choice.query)),
        "rules": choice,
        "seasons": _seasons(person),
        "cabinet": [] if season else cabinet(person),
        "holds": [holder for holder in holders(club.pk) if holder.player == person],
    }
    if summary.matches:
        context |= _figures(choice, game)
        context["history"] = None if season else ratings.rating_history(person, game.key)
    return render(request, "leagues/statistics/player.html", context)


def _in_season(season: Season | None) -> str:
    return format_html("&amp;season={}", season.pk) if season else ""


def _seasons(person: Player) -> list[Season]:
    """Return the seasons with a finished match of this player, the newest first."""
    mine = Seat.objects.filter(match__season=OuterRef("pk"), match__finished_at__isnull=False, player=person)
    return list(Season.objects.filter(Exists(mine), club=person.club_id).order_by("-starts_on")[:SEASONS])


def _figures(choice: RulesChoice, game: TableGame) -> dict[str, object]:
    person, summary = choice.whose, choice.summary
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
    opponents = meetings.met(person, game.key)
    return {"versus": opponents[:MET], "met_more": len(opponents) > MET}


# The page of all opponents of a player, with who finished higher.


@require_safe
@club_view(readers=True)
def player_versus(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    person = get_object_or_404(Player, club=club, pk=pk)
    game = asked_game(request.GET.get("game", "")) or TABLE_GAMES[0]
    season = season_of(club, request.GET.get("season", ""))
    asked: str = request.GET.get("rules", "")
    choice = RulesChoice(SomeMatches(person, season.pk) if season else person, Summary(), "")
    if asked:
        choice = rules_of(person, season, game, queries.summaries(choice.whose), asked)
    page = page_of(request, meetings.met(choice.whose, game.key))
    context = {
        "access": access,
        "here": "players",
        "player": person,
        "game": game,
        "season": season,
        "in_season": _in_season(season),
        "in_scope": format_html("{}{}", _in_season(season), escape(choice.query)),
        "rules": choice,
        "page": page,
        "versus": list(page),
    }
    return render(request, "leagues/statistics/head_to_head.html", context)


# The page of two players against each other, who are given in the query string.


@require_safe
@club_view(readers=True)
def two_players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Five queries besides those for the club and the user, however often they met; without two players it shows a form
    to choose them.
    """
    one, other = (asked_player(club, request.GET.get(name, "")) for name in ("player", "against"))
    game = asked_game(request.GET.get("game", ""))
    seasons = list(club.seasons.order_by("-starts_on"))
    key = request.GET.get("season", "")
    season = next((each for each in seasons if str(each.pk) == key), None)
    if season is None and key:
        raise Http404
    context: dict[str, Any] = {
        "access": access,
        "here": "players",
        "one": one,
        "other": other,
        "game": game,
        "season": season,
        "seasons": seasons,
        "games": TABLE_GAMES,
        "players": list(by_name(club.players.all())),
    }
    if one and other and one != other:
        context |= two_players_context(one, other, game, season)
    return render(request, "leagues/statistics/two_players.html", context)
