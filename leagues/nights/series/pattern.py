"""The pattern of a series, derived from its nights; it is not stored."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.utils import timezone

from clubs.models import Night
from leagues.nights.series.days import REPEATS, days_of, repeat_in_words


@dataclass(frozen=True)
class Pattern:
    """`repeat` is a key of REPEATS, `first` the first day, `at` the start by the club’s clock, `until` the last day."""

    repeat: str
    first: date
    at: time
    until: date

    @property
    def days(self) -> list[date]:
        return days_of(self.first, self.repeat, self.until)

    @property
    def words(self) -> str:
        """`every Thursday`."""
        return repeat_in_words(self.first, self.repeat)

    def group(self, day: date) -> tuple[int, int]:
        """Return the day's (year, week), or (year, month) for a monthly pattern: a night that changes its day stays
        within it.
        """
        if self.repeat in ("weekly", "two-weekly"):
            year, week, _ = day.isocalendar()
            return year, week
        return day.year, day.month


def planned_start(night: Night) -> datetime:
    """Return the start that the series planned, by the club’s clock, even if the night was moved."""
    return timezone.localtime(night.moved_from or night.starts_at)


def pattern_of(nights: Sequence[Night]) -> Pattern:
    """Return the pattern whose days differ least from the days of these nights (at least one)."""
    starts = sorted(map(planned_start, nights))
    days = {start.date() for start in starts}
    at = Counter(start.time().replace(second=0, microsecond=0) for start in starts).most_common(1)[0][0]
    return min(_patterns(min(days), max(days), at), key=lambda each: len(days.symmetric_difference(each.days)))


def _patterns(first: date, last: date, at: time) -> Iterator[Pattern]:
    for repeat in REPEATS:
        days = days_of(first, repeat, last)
        yield Pattern(repeat, days[0] if days else first, at, last)
