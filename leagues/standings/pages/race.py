"""The page of a season's race: places or points after each night; player, night and view are in the query string."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.club_day import club_day
from clubs.models import Club
from games.registry import TABLE_GAMES
from leagues.standings.queries import ALL, read
from leagues.standings.race.chart import race_chart
from leagues.standings.race.places import Places, places_of
from leagues.standings.wording import game_title, hundredths

FEW = 4
KEYS = [each.key for each in TABLE_GAMES]


@require_safe
@club_view(readers=True)
def race(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Three queries besides those for the club and the user, however much was played."""
    board = read(club, request.GET.get("season", ""), request.GET.get("game", ""), club_day())
    found = places_of(club, board) if board else None
    context: dict[str, Any] = {"access": access, "here": "standings", "board": board, "race": found}
    if board:
        context |= {
            "season": board.season,
            "season_key": board.season.pk if board.season else ALL,
            "game_key": board.game or ALL,
            "title": game_title(board.game),
            "seasons": board.seasons[:FEW],
            "has_more": len(board.seasons) > FEW,
            "games": [{"key": key or ALL, "name": game_title(key)} for key in (*KEYS, "") if key in board.games],
        }
    if found:
        context |= _shown(request, found, access.player_id)
    return render(request, "leagues/standings/race.html", context)


def _shown(request: HttpRequest, race: Places, mine: int | None) -> dict[str, Any]:
    """Return the context of the chart. Invalid parameters are replaced: by the user's own line (or the first), the last
    night, places.
    """
    asked = request.GET.get("player", "")
    named = [runner for runner in race.runners if str(runner.player) == asked]
    own = [runner for runner in race.runners if runner.player == mine]
    chosen, last = [*named, *own, race.runners[0]][0], len(race.dates)
    night = request.GET.get("night", "")
    at = max(1, min(int(night), last)) if night.isascii() and night.isdecimal() and len(night) < 4 else last
    by_points = request.GET.get("show") == "points"
    order = sorted(race.runners, key=lambda runner: (runner.places[at - 1] is None, runner.places[at - 1] or 0))
    return {
        "chosen": chosen,
        "night": at,
        "last": last,
        "date": race.dates[at - 1],
        "by_points": by_points,
        "chart": race_chart(race, chosen, at, by_points=by_points),
        "order": [(runner, hundredths(runner.points[at - 1])) for runner in order],
        "table": [
            (runner, [(place, hundredths(points)) for place, points in zip(runner.places, runner.points, strict=True)])
            for runner in race.runners
        ],
        "first": race.dates[0],
        "newest": race.dates[-1],
    }
