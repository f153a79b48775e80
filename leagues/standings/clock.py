"""Standings contain days and times by the club’s clock: when that changes, they are ranked again the next time they are
read.

Each club stores the clock by which its standings were ranked. So a server that starts in another time zone ranks
nothing again, and no page shows days by an earlier clock.
"""

from clubs.club_day import BEGINS
from clubs.models import Club
from clubs.time_zone import zone_of


def clock_in(club: Club) -> str:
    """Return the club’s time zone and the time at which its day begins, as one text."""
    return f"{zone_of(club)} from {BEGINS:%H:%M}"


def note_clock(club: Club) -> None:
    """Store that all standings of the club are ranked by its current clock. The caller must hold the club's lock."""
    club.standings_clock = clock_in(club)
    Club.objects.filter(pk=club.pk).exclude(standings_clock=club.standings_clock).update(
        standings_clock=club.standings_clock
    )
