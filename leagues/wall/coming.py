"""What the club waits for, as shown on the wall between two matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import ngettext

from clubs.club_day import club_day

HOUR, MINUTES = 60, 90  # minutes in an hour; the longest wait that is given in minutes


@dataclass(frozen=True)
class NextStart:
    """`starts_at` is None if only the deal is waited for; `about` is a sentence, `tables` are (name, short names in
    seat order), `resting` names those who sit out.
    """

    title: str
    starts_at: datetime | None = None
    about: str = ""
    tables: Sequence[tuple[str, Sequence[str]]] = ()
    resting: str = ""

    @property
    def wait(self) -> str:
        """The time until the start: `12 minutes`, `3 hours`; "" if it is not today."""
        if self.starts_at is None or club_day(self.starts_at) != club_day():
            return ""
        minutes = -((timezone.now() - self.starts_at) // timedelta(minutes=1))
        if minutes <= MINUTES:
            return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
        hours = round(minutes / HOUR)
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
