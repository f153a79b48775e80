"""Seasons, which never overlap; a night and a match belong to the season of their day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.locales import date_format
from clubs.models import Club, Season
from clubs.models.calendar import club_day


class SeasonClosed(Exception):
    """Raised for a change that a closed season does not allow; the text says what to do."""


@dataclass(frozen=True)
class Span:
    """A season's days, both ends included; `season` is its key, None for one that is not saved yet."""

    season: int | None
    starts_on: date
    ends_on: date

    def holds(self, day: date) -> bool:
        return self.starts_on <= day <= self.ends_on


def spans_of(club: Club) -> list[Span]:
    """Return the spans of a club's seasons; one query."""
    return [Span(*each) for each in club.seasons.values_list("pk", "starts_on", "ends_on")]


def overlapping(club: Club, starts_on: date, ends_on: date, but: int | None = None) -> Season | None:
    """Return the first season that overlaps these days, other than the season `but`, or None."""
    others = club.seasons.exclude(pk=but) if but else club.seasons.all()
    return others.filter(starts_on__lte=ends_on, ends_on__gte=starts_on).order_by("starts_on").first()


def span_holding(spans: Sequence[Span], moment: datetime) -> Span | None:
    """Return the span of a moment's day by the club's clock, or None."""
    day = club_day(moment)
    return next((span for span in spans if span.holds(day)), None)


def check_open(season: Season) -> None:
    """Raise SeasonClosed for a closed season, whose name and days cannot change."""
    if season.closed_at:
        raise SeasonClosed(_("{season} is closed. Reopen it first, then change it.").format(season=season.name))


def close(season: Season, *, closed: bool) -> None:
    """Close the season, which fixes its days and schemes, or reopen it; one that is closed keeps its moment."""
    season.closed_at = (season.closed_at or timezone.now()) if closed else None
    season.save(update_fields=["closed_at"])


def days_of(season: Season) -> str:
    """Return a text such as `1 September 2026 to 28 February 2027`."""
    words = _("{first} to {last}")
    return words.format(first=date_format(season.starts_on, "j F Y"), last=date_format(season.ends_on, "j F Y"))
