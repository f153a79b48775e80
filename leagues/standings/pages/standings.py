"""The page of a season's table; for any row it explains why it has its place."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.club_day import club_day
from clubs.models import Club
from games.registry import TABLE_GAMES
from leagues.standings.queries import ALL, Board, read_usual
from leagues.standings.race.points import race_of
from leagues.standings.row_details import Shown, shown
from leagues.standings.tables import scheme_in, scheme_of_each_game
from leagues.standings.wording import game_title, headline, night_day, scheme_in_words, tie_breaks

FEW = 4  # seasons that fit side by side; the others are on a page of their own
KEYS = [each.key for each in TABLE_GAMES]


@require_safe
@club_view(readers=True)
def standings(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """One query besides those for the club and the user, whatever the size of the table; two more if its race has to be
    drawn.
    """
    season, game, today = request.GET.get("season", ""), request.GET.get("game", ""), club_day()
    board = read_usual(club, season, game, today)
    context: dict[str, Any] = {"access": access, "here": "standings", "board": board}
    if board is None:
        context |= {"seasons": list(club.seasons.all()[:FEW]), "asked": bool(season or game)}
        return render(request, "leagues/standings/standings.html", context)
    rows = shown(board, scheme_in(club, board.season, board.game), request.GET.get("why", ""))
    context |= _about(club, board, rows) | {"race": race_of(club, board)}
    return render(request, "leagues/standings/standings.html", context)


def _about(club: Club, board: Board, rows: list[Shown]) -> dict[str, Any]:
    scheme = scheme_in(club, board.season, board.game)
    return {
        "season": board.season,
        "season_key": board.season.pk if board.season else ALL,
        "game_key": board.game or ALL,
        "title": game_title(board.game),
        "headline": headline(board, rows),
        "after": night_day(board.rows),
        "rows": [row for row in rows if row.row.place],
        "waiting": [row for row in rows if not row.row.place and not row.is_left_out],
        "guests": [row for row in rows if row.is_left_out],
        "minimum": scheme.minimum,
        "seasons": board.seasons[:FEW],
        "has_more": len(board.seasons) > FEW,
        "games": [{"key": key or ALL, "name": game_title(key)} for key in (*KEYS, "") if key in board.games],
        "scheme": scheme_in_words(scheme, scheme_of_each_game(club, board.season)),
        "tie_breaks": tie_breaks(scheme),
    }
