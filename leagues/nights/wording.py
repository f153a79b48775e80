"""What the head of a night's page says: the day, who is here, how many tables, the start."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from clubs.calendar.nights import late_by
from clubs.language.dates import date_format
from clubs.models import Attendance, Night
from games.base.results.titles import in_words
from games.entries.match_state import MatchState
from games.models import Match
from leagues.nights.attendance.tiles import AttendanceTiles

HOUR, DAY = 60, 24 * 60


def lead(night: Night, books: Sequence[MatchState], people: AttendanceTiles) -> str:
    start = timezone.localtime(night.starts_at)
    day = date_format(start, "j F Y" if not night.name else "l, j F Y")
    if night.called_off_at:
        return f"{day}. Called off: {night.reason or 'the dogs stay at home'}."
    dogs = people.count(Attendance.State.HERE) + people.count(Attendance.State.LEFT)
    who = [_counted(dogs, "dog")] if dogs else []
    tables = [_counted(tables_at_once([state.match for state in books]), "table")] if books else []
    begins = f"starts {start:%H:%M}"
    if night.closed_at:
        over = f"Over at {timezone.localtime(night.closed_at):%H:%M}" if night.has_times else "Over"
        return f"{day}. {': '.join(filter(None, (over, ', '.join([*who, *tables]))))}."
    return f"{day}. {', '.join([*who, *tables, begins]).capitalize()}.{_clock(night)}".replace("  ", " ")


def tables_at_once(matches: Sequence[Match]) -> int:
    """As many as were played at together: one match after another is one table."""
    return max([1, *(sum(_is_on(other, match.started_at) for other in matches) for match in matches)])


def _is_on(match: Match, at: datetime) -> bool:
    ended = match.finished_at or match.abandoned_at
    return match.started_at <= at and (ended is None or at < ended)


def _counted(number: int, word: str) -> str:
    return f"{in_words(number)} {word}{'' if number == 1 else 's'}"


def _clock(night: Night) -> str:
    """How far away it is, or what time it is while it goes on."""
    minutes = -late_by(night, timezone.now())
    if minutes > DAY:
        return f" In {minutes // DAY} day{'s' if minutes // DAY > 1 else ''}."
    if minutes > HOUR:
        return f" In {minutes // HOUR} hour{'s' if minutes // HOUR > 1 else ''}."
    return f" It is {timezone.localtime():%H:%M}." if minutes > -DAY / 2 else ""
