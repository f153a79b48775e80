"""Dates of the demo club: seasons of half a year counted back from today, with nights on Thursdays."""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone

from clubs.models import Club, Night, Season

WEEKS = 26
LENGTH = timedelta(weeks=WEEKS)
THURSDAY = 3
QUARTERS = ("Winter", "Spring", "Summer", "Autumn")


class Played(NamedTuple):
    """A past season with its nights."""

    season: Season
    nights: list[Night]


def add_seasons(club: Club, today: date, *, past: int, nights: int) -> tuple[list[Played], Season]:
    """Create seasons; return the past ones, oldest first, with their nights, and the current one."""
    starts = [today - timedelta(days=3) - LENGTH * back for back in range(past, -1, -1)]
    seasons = Season.objects.bulk_create(
        Season(club=club, name=season_name(start), starts_on=start, ends_on=start + LENGTH - timedelta(days=1))
        for start in starts
    )
    return [Played(season, add_nights(season, nights)) for season in seasons[:-1]], seasons[-1]


def add_nights(season: Season, count: int) -> list[Night]:
    """Create `count` nights spread over the season."""
    first = season.starts_on + timedelta(days=(THURSDAY - season.starts_on.weekday()) % 7)
    played = [first + timedelta(weeks=(place + 1) * WEEKS // count - 1) for place in range(count)]
    return Night.objects.bulk_create(
        Night(club_id=season.club_id, season=season, starts_at=start_of_night(day), place="The back room")
        for day in played
    )


def season_name(start: date) -> str:
    """Return a season's name by the quarter it begins in; a winter is named after its January.

    >>> season_name(date(2025, 12, 3)), season_name(date(2026, 6, 3))
    ('Winter 2026', 'Summer 2026')
    """
    return f"{QUARTERS[start.month % 12 // 3]} {start.year + start.month // 12}"


def start_of_night(day: date) -> datetime:
    """Return the start of a night on this day: 19:30 by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time(19, 30)))
