"""When the demo club played: seasons of half a year, counted back from today, with a night a week."""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone

from clubs.models import Club, Night, Season

WEEKS = 26
LENGTH = timedelta(weeks=WEEKS)
THURSDAY = 3
QUARTERS = ("Winter", "Spring", "Summer", "Autumn")


class Played(NamedTuple):
    season: Season
    nights: list[Night]


def add_seasons(club: Club, today: date, *, past: int, nights: int) -> tuple[list[Played], Season]:
    """The past seasons, oldest first, with their nights, and the one that has just begun."""
    starts = [today - timedelta(days=3) - LENGTH * back for back in range(past, -1, -1)]
    seasons = Season.objects.bulk_create(
        Season(club=club, name=season_name(start), starts_on=start, ends_on=start + LENGTH - timedelta(days=1))
        for start in starts
    )
    return [Played(season, add_nights(season, nights)) for season in seasons[:-1]], seasons[-1]


def add_nights(season: Season, count: int) -> list[Night]:
    first = season.starts_on + timedelta(days=(THURSDAY - season.starts_on.weekday()) % 7)
    played = [first + timedelta(weeks=(place + 1) * WEEKS // count - 1) for place in range(count)]
    return Night.objects.bulk_create(
        Night(club_id=season.club_id, season=season, starts_at=bark(day), place="The back room") for day in played
    )


def season_name(start: date) -> str:
    """By the quarter it begins in; a winter is called after its January.

    >>> season_name(date(2025, 12, 3)), season_name(date(2026, 6, 3))
    ('Winter 2026', 'Summer 2026')
    """
    return f"{QUARTERS[start.month % 12 // 3]} {start.year + start.month // 12}"


def bark(day: date) -> datetime:
    """Half past seven, by the club's own clock."""
    return timezone.make_aware(datetime.combine(day, time(19, 30)))
