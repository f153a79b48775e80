"""What a player has done, a tab a game: every figure leads to the matches behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player
from games.base.statistics import Bar, Bars, percent
from games.base.table_game import TableGame
from games.charts.line_chart import Chart, Series, line_chart
from games.models import Seat
from games.registry import TABLE_GAMES
from games.statistics import head_to_head, queries
from games.statistics.queries import Summary
from leagues import ratings
from leagues.trophies.holders import cabinet, holders

MET = 12
SAYS = "Total of each match; the same numbers are in the table below"


@dataclass(frozen=True)
class Tab:
    """A game this player has played, or could."""

    room: TableGame
    matches: int
    is_here: bool


@require_safe
@club_view(readers=True)
def player(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    person = get_object_or_404(Player.everybody, club=club, pk=pk)
    if person.merged_into_id:
        return redirect("player", club.slug, person.merged_into_id)
    played = queries.summaries(person)
    room = game_of(request.GET.get("game", ""), played)
    summary = played.get(room.key, Summary())
    tabs = [Tab(each, played.get(each.key, Summary()).matches, each is room) for each in TABLE_GAMES]
    context = {
        "access": access,
        "here": "players",
        "player": person,
        "game": room.engine,
        "tabs": [tab for tab in tabs if tab.matches],
        "others": [tab for tab in tabs if not tab.matches],
        "summary": summary,
        "cabinet": cabinet(person),
        "holds": [holder for holder in holders(club.pk) if holder.player == person],
    }
    if summary.matches:
        context |= _figures(person, room, summary)
    return render(request, "leagues/statistics/player.html", context)


def game_of(asked: str, played: Mapping[str, Summary]) -> TableGame:
    """The game that is asked for, else the first the player has played."""
    found = [room for room in TABLE_GAMES if room.key == asked] or [room for room in TABLE_GAMES if room.key in played]
    return next(iter(found), TABLE_GAMES[0])


def _figures(person: Player, room: TableGame, summary: Summary) -> dict[str, object]:
    seats = queries.run(person, room.key)
    return {
        "figures": room.player_statistics(person, summary),
        "places": queries.places(person, room.key),
        "called": called(person, room, summary.matches),
        "ends": queries.ends(person, room.key),
        **_met(person, room),
        "story": ratings.story(person, room.key),
        "run": seats,
        "chart": _chart(seats),
    }


def _met(person: Player, room: TableGame) -> dict[str, object]:
    """Those met most often, and whether there were others."""
    found = head_to_head.versus(list(head_to_head.met(person, room.key)[: MET + 1]))
    return {"versus": found[:MET], "met_more": len(found) > MET}


def called(person: Player, room: TableGame, matches: int) -> Bars:
    """What was called out of this player: how often, and in how many of the matches."""
    labels = {term: room.record_categories.terms[term] for term in room.record_categories.counted} | dict(
        room.record_categories.tags
    )
    found = queries.heard(person, room.key)
    rows = [(term, label, *found[term]) for term, label in labels.items() if term in found]
    bars = [
        Bar(label, (str(times), str(percent(inside, matches))), percent(inside, matches), " %", {"term": term})
        for term, label, times, inside in sorted(rows, key=lambda row: (-row[2], row[1]))
    ]
    return Bars("Called out", "and in how many of the matches", ("Call-out", "Times", "Matches"), bars)


def _chart(seats: Sequence[Seat]) -> Chart | None:
    """Totals, match by match."""
    if len(seats) < 2:
        return None
    points = list(enumerate((seat.total for seat in seats), start=1))
    days = [date_format(timezone.localtime(seat.match.started_at), "M Y") for seat in seats]
    along = {1: days[0], len(seats): days[-1]}
    return line_chart([Series("", points)], SAYS, len(seats), along)
