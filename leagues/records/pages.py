"""The hall of fame: a tab a game; cups and records of all time, or of one season, and what was called out."""

from datetime import timedelta

from django.db.models import Count, F
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.club_day import BEGINS
from clubs.models import Club
from games.registry import TABLE_GAMES
from leagues.records import filters, queries
from leagues.trophies.catalogue import prizes
from leagues.trophies.holders import timeline


@require_safe
@club_view(readers=True)
def club_records(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Twenty queries or so, whatever the club has played."""
    played = filters.played(club)
    chosen = filters.record_filter(club, request.GET.get("game", ""), request.GET.get("season", ""), list(played))
    context = {
        "access": access,
        "here": "records",
        "asked": chosen,
        "tabs": [(each, played[each.key][0], each is chosen.table_game) for each in TABLE_GAMES if each.key in played],
        "since": min((first for _, first in played.values()), default=None),
        "nights": _nights(club),
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


def _nights(club: Club) -> int:
    days = Count(TruncDate(F("started_at") - timedelta(hours=BEGINS.hour)), distinct=True)
    return int(club.matches.filter(finished_at__isnull=False).aggregate(days=days)["days"])
