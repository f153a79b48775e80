"""Standings hold days and times as the club’s clock shows them: where that changes, they are ranked anew when next
they are asked for.

Each club says by which clock its standings were ranked. So a server that starts in another time zone ranks nothing,
and no page shows what the clock before would have.
"""

from clubs.club_day import BEGINS
from clubs.models import Club
from clubs.time_zone import zone_of


def clock_in(club: Club) -> str:
    """The club’s zone, and when its day begins there."""
    return f"{zone_of(club)} from {BEGINS:%H:%M}"


def note_clock(club: Club) -> None:
    """All standings of the club are ranked by its clock; for whoever holds its lock."""
    club.standings_clock = clock_in(club)
    Club.objects.filter(pk=club.pk).exclude(standings_clock=club.standings_clock).update(
        standings_clock=club.standings_clock
    )
