"""The sentence at the head of a night's page: the day, how many players and tables, the start."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.nights import late_by
from clubs.language.capitals import capital
from clubs.language.dates import date_format
from clubs.models import Attendance, Night
from games.base.results import counts
from games.entries.match_state import MatchState
from games.models import Match
from leagues.nights.attendance.tiles import AttendanceTiles

HOUR, DAY = 60, 24 * 60


def lead(night: Night, states: Sequence[MatchState], people: AttendanceTiles) -> str:
    """Return the sentence at the head of the page."""
    start = timezone.localtime(night.starts_at)
    day = date_format(start, "j F Y" if not night.name else "l, j F Y")
    if night.called_off_at:
        reason = night.reason or _("the dogs stay at home")
        return _("{day}. Called off: {reason}.").format(day=day, reason=reason)
    dogs = people.count(Attendance.State.HERE) + people.count(Attendance.State.LEFT)
    who = [counts.dogs(dogs)] if dogs else []
    tables = [counts.tables(tables_at_once([state.match for state in states]))] if states else []
    words = _("started {time}") if start <= timezone.now() else _("starts {time}")
    begins = words.format(time=f"{start:%H:%M}")
    if night.closed_at:
        over = _("Over")
        if night.has_times:
            over = _("Over at {time}").format(time=f"{timezone.localtime(night.closed_at):%H:%M}")
        return f"{day}. {': '.join(filter(None, (over, ', '.join([*who, *tables]))))}."
    what = ", ".join([*who, *tables, begins])
    return " ".join(filter(None, (f"{day}.", f"{capital(what)}.", _clock(night))))


def tables_at_once(matches: Sequence[Match]) -> int:
    """Return the most tables that were played at the same time: successive matches count as one table."""
    return max([1, *(sum(_is_on(other, match.started_at) for other in matches) for match in matches)])


def _is_on(match: Match, at: datetime) -> bool:
    ended = match.finished_at or match.abandoned_at
    return match.started_at <= at and (ended is None or at < ended)


def _clock(night: Night) -> str:
    """Return how far away the start is, or what time it is while the night goes on; "" later."""
    minutes = -late_by(night, timezone.now())
    if minutes > DAY:
        return ngettext("In {count} day.", "In {count} days.", minutes // DAY).format(count=minutes // DAY)
    if minutes > HOUR:
        return ngettext("In {count} hour.", "In {count} hours.", minutes // HOUR).format(count=minutes // HOUR)
    now = _("It is {time}.").format(time=f"{timezone.localtime():%H:%M}")
    return now if minutes > -DAY / 2 else ""
