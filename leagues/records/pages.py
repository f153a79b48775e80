"""The page of the hall of fame: one game a tab, with trophies, records and call-outs."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from clubs.models.calendar import BEGINS
from games.registry import TABLE_GAMES
from games.statistics.sums import Scope, read
from leagues.records import queries
from leagues.records.queries import games_played, record_filter, since
from leagues.trophies.contests import prizes
from leagues.trophies.holders import timeline


@require_safe
@club_view(readers=True)
def club_records(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """About twenty queries, however much the club has played."""
    played = games_played(club)
    chosen = record_filter(club, request.GET.get("game", ""), request.GET.get("season", ""), list(played))
    context = {
        "access": access,
        "here": "records",
        "asked": chosen,
        "tabs": [(each, played[each.key], each is chosen.table_game) for each in TABLE_GAMES if each.key in played],
        "since": since(club),
        "nights": _nights(club, played),
    }
    if chosen.table_game.key in played:
        context |= {
            "timeline": timeline(club, chosen.lately, chosen.table_game.key),
            "prizes": prizes(club.pk, chosen.table_game),
            "fame": queries.fame(chosen.ever),
            "records": queries.records(chosen.ever),
            "loudest": queries.loudest(chosen.ever),
            "called": queries.called(chosen.of_late),
        }
    return render(request, "leagues/records/records.html", context)


def _nights(club: Club, games: Iterable[str]) -> int:
    """Return on how many days of the club a match began."""
    read_ = [read(Scope(club.pk, game, is_ever=True, players=()), "results")[None].results for game in games]
    starts = {start for results in read_ for start in results["starts"]}
    clock, until_then = timezone.get_current_timezone(), timedelta(hours=BEGINS.hour)
    return len(
        {clock.fromutc(datetime.fromisoformat(each).replace(tzinfo=clock) - until_then).date() for each in starts}
    )
