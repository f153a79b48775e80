"""What a player has done, a tab a game: every figure leads to the matches behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player
from games.base.table_game import TableGame
from games.charts.line_chart import Chart, Series, line_chart
from games.models import Seat
from games.registry import TABLE_GAMES
from games.statistics import head_to_head, queries
from games.statistics.queries import Summary
from leagues import ratings
from leagues.statistics.tabs import called, game_of
from leagues.trophies.holders import cabinet, holders

MET = 12
SAYS = "Total of each match; the same numbers are in the table below"


@dataclass(frozen=True)
class Tab:
    """A game this player has played, or could."""

    table_game: TableGame
    matches: int
    is_here: bool


@require_safe
@club_view(readers=True)
def player(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    person = get_object_or_404(Player.everybody, club=club, pk=pk)
    if person.merged_into_id:
        return redirect("player", club.slug, person.merged_into_id)
    played = queries.summaries(person)
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
        "cabinet": cabinet(person),
        "holds": [holder for holder in holders(club.pk) if holder.player == person],
    }
    if summary.matches:
        context |= _figures(person, game, summary)
    return render(request, "leagues/statistics/player.html", context)


def _figures(person: Player, game: TableGame, summary: Summary) -> dict[str, object]:
    seats = queries.run(person, game.key)
    return {
        "figures": game.player_statistics(person, summary),
        "places": queries.places(person, game.key),
        "called": called(person, game, summary.matches),
        "ends": queries.ends(person, game.key),
        **_met(person, game),
        "story": ratings.story(person, game.key),
        "run": seats,
        "chart": _chart(seats),
    }


def _met(person: Player, game: TableGame) -> dict[str, object]:
    """Those met most often, and whether there were others."""
    opponents = head_to_head.versus(list(head_to_head.met(person, game.key)[: MET + 1]))
    return {"versus": opponents[:MET], "met_more": len(opponents) > MET}


def _chart(seats: Sequence[Seat]) -> Chart | None:
    """Totals, match by match."""
    if len(seats) < 2:
        return None
    points = list(enumerate((seat.total for seat in seats), start=1))
    days = [date_format(timezone.localtime(seat.match.started_at), "M Y") for seat in seats]
    along = {1: days[0], len(seats): days[-1]}
    return line_chart([Series("", points)], SAYS, len(seats), along)
