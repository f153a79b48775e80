"""Seasons lie beside each other, never over each other; a night and a match belong to the one their day falls in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Club, Season


@dataclass(frozen=True)
class Span:
    """A season’s days, both ends included; `season` is None for one that is not written yet."""

    season: int | None
    starts_on: date
    ends_on: date

    def holds(self, day: date) -> bool:
        return self.starts_on <= day <= self.ends_on


def spans_of(club: Club) -> list[Span]:
    return [Span(*each) for each in club.seasons.values_list("pk", "starts_on", "ends_on")]


def overlapping(club: Club, starts_on: date, ends_on: date, but: int | None = None) -> Season | None:
    """The first season that these days would meet."""
    others = club.seasons.exclude(pk=but) if but else club.seasons.all()
    return others.filter(starts_on__lte=ends_on, ends_on__gte=starts_on).order_by("starts_on").first()


def span_holding(spans: Sequence[Span], moment: datetime) -> Span | None:
    """By the club’s own clock."""
    day = club_day(moment)
    return next((span for span in spans if span.holds(day)), None)


def days_of(season: Season) -> str:
    """`1 September 2026 to 28 February 2027`."""
    words = _("{first} to {last}")
    return words.format(first=date_format(season.starts_on, "j F Y"), last=date_format(season.ends_on, "j F Y"))
