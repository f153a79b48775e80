"""The hall of fame: a tab a game; cups and records of all time, or of one season, and what was called out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Min, OuterRef
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import records
from games.models import Match
from games.records import Scope
from games.rooms import ROOMS
from games.rooms.base import Room
from games.trophies import lanes
from leagues.access import Access, club_view
from leagues.models import Club, Season

ALL = "all"


@dataclass(frozen=True)
class Asked:
    """Without a word records are of all time, and call-outs of the newest season in which the game was played."""

    room: Room
    seasons: Sequence[Season]
    newest: Season | None
    season: Season | None
    is_all: bool

    @property
    def lately(self) -> Season | None:
        return self.season or (None if self.is_all else self.newest)


@require_safe
@club_view(readers=True)
def club_records(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Fifteen queries or so, whatever the club has played."""
    played = _played(club)
    asked = _asked(request, club, list(played))
    ever, lately = Scope(club, asked.room, asked.season), Scope(club, asked.room, asked.lately)
    context = {
        "access": access,
        "here": "players",
        "asked": asked,
        "tabs": [(each, played[each.key][0], each is asked.room) for each in ROOMS if each.key in played],
        "since": min((first for _, first in played.values()), default=None),
        "nights": _nights(club),
    }
    if asked.room.key in played:
        context |= {
            "lanes": lanes(club, asked.lately, asked.room.key),
            "fame": records.fame(ever),
            "records": records.records(ever),
            "loudest": records.loudest(ever),
            "called": records.called(lately),
        }
    return render(request, "games/club_records.html", context)


def _played(club: Club) -> dict[str, tuple[int, datetime]]:
    """How many finished matches of each game there are, and since when."""
    rows = club.matches.filter(finished_at__isnull=False).order_by().values_list("game")
    return {game: (count, first) for game, count, first in rows.annotate(Count("pk"), Min("started_at"))}


def _nights(club: Club) -> int:
    days = Count(TruncDate("started_at"), distinct=True)
    return int(club.matches.filter(finished_at__isnull=False).aggregate(days=days)["days"])


def _asked(request: HttpRequest, club: Club, played: Sequence[str]) -> Asked:
    """Nonsense is left out: the first game the club has played, all seasons."""
    mine = [room for room in ROOMS if room.key in played]
    named = [room for room in ROOMS if room.key == request.GET.get("game")]
    room = next(iter([*named, *mine]), ROOMS[0])
    over = Match.objects.filter(season=OuterRef("pk"), game=room.key, finished_at__isnull=False)
    seasons = list(club.seasons.order_by("-starts_on").annotate(played=Exists(over)))
    newest = next((each for each in seasons if each.played), None)
    season = request.GET.get("season", "")
    found = next((each for each in seasons if str(each.pk) == season), None)
    return Asked(room, seasons, newest, found, season == ALL)
