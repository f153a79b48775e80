"""What the club waits for, as the wall between two matches says it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import ngettext

from clubs.club_day import club_day

HOUR, MINUTES = 60, 90  # up to so many minutes are counted in minutes


@dataclass(frozen=True)
class NextStart:
    """`starts_at` is None where only the deal is waited for; `about` is a line of words, `tables` who sits where."""

    title: str
    starts_at: datetime | None = None
    about: str = ""
    tables: Sequence[tuple[str, Sequence[str]]] = ()
    resting: str = ""

    @property
    def wait(self) -> str:
        """`12 minutes`, `3 hours`; nothing for another day."""
        if self.starts_at is None or club_day(self.starts_at) != club_day():
            return ""
        minutes = -((timezone.now() - self.starts_at) // timedelta(minutes=1))
        if minutes <= MINUTES:
            return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
        hours = round(minutes / HOUR)
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
