"""The chart of a player’s totals, match by match."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.charts.dots_chart import DotsChart, Played, dots_chart
from games.models import Seat
from games.statistics import queries

FEWEST = 3  # matches for a chart
SAYS = gettext_lazy("Total of each match, and the average of the last five; the same numbers are in the table below")


def totals_chart(seats: Sequence[Seat], says: str | Promise = SAYS) -> DotsChart | None:
    """Return the chart; None for fewer than FEWEST matches, which the table shows as well."""
    if len(seats) < FEWEST:
        return None
    shown = seats[-queries.RUN :]
    places = sorted({0, len(shown) // 3, 2 * len(shown) // 3, len(shown) - 1})
    days = {at: date_format(club_day(shown[at].match.started_at), "M Y") for at in places}
    along = {at: day for at, day in days.items() if at in (0, len(shown) - 1) or list(days.values()).count(day) == 1}
    return dots_chart([Played(seat.total, seat.is_winner) for seat in seats], str(says), along, queries.RUN)
