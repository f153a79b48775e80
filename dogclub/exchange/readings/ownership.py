"""Whether a sheet with printed names is one of the club: its marks hold a number that follows from day and players."""

from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubs.club_day import club_day
from clubs.models import Club
from dogclub.exchange.books.night_sheets import numbers_drawn
from games.models import Seat
from games.paper.geometry import sheet_number

LATELY = timedelta(days=60)  # before that, the number of another club's sheet would often be one of ours by chance


def is_of_club(club: Club, sheet: dict[str, Any]) -> bool:
    """Whether the names on a sheet were printed for a table that the club drew or dealt lately, or for a match that
    still waits; a blank sheet is everybody's.
    """
    number, players = sheet["number"], sheet["players"]
    return number is None or number in _dealt(club, sheet["game"], players) or number in _drawn(club)


def _dealt(club: Club, game: str, players: int) -> set[int]:
    """The numbers of sheets of matches; whoever arrived late sat down after they were printed."""
    since = timezone.now() - LATELY
    seats = Seat.objects.filter(Q(match__started_at__gte=since) | Q(match__version=0), match__club=club)
    rows = seats.filter(match__game=game).order_by("match", "position")
    found = set()
    for _match, group in groupby(rows.values_list("match", "match__started_at", "player"), key=itemgetter(0)):
        each = list(group)
        found.add(sheet_number(club_day(each[0][1]), [player for _pk, _at, player in each[:players]]))
    return found


def _drawn(club: Club) -> set[int]:
    """The numbers of the tables that are drawn and not dealt yet."""
    nights = club.nights.filter(starts_at__gte=timezone.now() - LATELY, called_off_at=None)
    return {number for night in nights for number in numbers_drawn(night)}
