"""The page of ratings: the estimated strength of every player, one game a tab, always with its uncertainty."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from leagues import ratings
from leagues.models import Rating
from leagues.ratings.queries import game_of

WIDTH = 200


@dataclass(frozen=True)
class Tab:
    """A game; `is_here` marks the one that is shown, `is_played` those with ratings."""

    table_game: TableGame
    is_here: bool
    is_played: bool


@dataclass(frozen=True)
class RatingRow:
    """A player's rating; `low`, `at` and `high` are the range and the rating as x in SVG units."""

    place: int
    rating: Rating
    low: float
    at: float
    high: float
    is_here: bool


@require_safe
@club_view(readers=True)
def ratings_page(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rated = ratings.games_rated(club, [game.key for game in TABLE_GAMES])
    game = game_of(request.GET.get("game", ""), rated)
    table = ratings.table(club, game.key)
    chosen = _chosen(request.GET.get("player", ""), table)
    context = {
        "access": access,
        "here": "more",
        "game": game,
        "tabs": [Tab(each, each is game, each.key in rated) for each in TABLE_GAMES],
        "rows": _rows(table, chosen),
        "player": chosen.player if chosen else None,
        "history": ratings.rating_history(chosen.player, game.key) if chosen else None,
    }
    return render(request, "leagues/ratings/ratings.html", context)


def _chosen(key: str, table: Sequence[Rating]) -> Rating | None:
    """Return the rating of the player with this key (as text), or else the first; None if the table is empty."""
    return next((row for row in table if str(row.player_id) == key), next(iter(table), None))


def _rows(table: Sequence[Rating], chosen: Rating | None) -> list[RatingRow]:
    low = min((row.estimate.cautious for row in table), default=0.0)
    width = max((row.mu + row.estimate.spread for row in table), default=1.0) - low

    def scaled(value: float) -> float:
        return round((value - low) / width * WIDTH, 1)

    return [
        RatingRow(place, row, scaled(now.cautious), scaled(now.mu), scaled(now.mu + now.spread), row is chosen)
        for place, row in enumerate(table, start=1)
        for now in [row.estimate]
    ]
