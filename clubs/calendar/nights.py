"""Nights of a club: the current one, when its start becomes fixed, arrivals and departures."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta, tzinfo

from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.locales import date_format
from clubs.models import Attendance, Club, Night, Player, Season
from clubs.models.calendar import LONGEST_REASON
from clubs.names import is_printable, tidy_name
from clubs.time_zone import zone_of

AROUND = timedelta(hours=14)  # a night counts as tonight's from so long before its start until so long after
LATE = timedelta(minutes=30)
QUARTER = timedelta(minutes=15)
FIRST_YEAR, LAST_YEAR = 1970, 2200  # those in which a night can be
State = Attendance.State
attended = Signal()  # sent with `night` when its attendance has changed


class Refused(Exception):
    """Raised for an action that a night does not allow; the text says why."""


def season_of(club: Club, day: date) -> Season | None:
    """Return the season of a day, or None."""
    return club.seasons.filter(starts_on__lte=day, ends_on__gte=day).first()


def tonight(club: Club, now: datetime | None = None) -> Night | None:
    """Return the current night, or the one later today: that with the nearest start; None if there is none. One
    query.
    """
    now = now or timezone.now()
    rows = club.nights.filter(called_off_at=None, closed_at=None)
    near = rows.filter(starts_at__gt=now - AROUND, starts_at__lt=now + AROUND)
    return min(near, key=lambda night: abs(night.starts_at - now), default=None)


def has_begun(night: Night) -> bool:
    """Whether a player is or was here: from then on the start cannot change (DD-42)."""
    return night.attendances.filter(arrived_at__isnull=False).exists()


def why_start_is_fixed(night: Night) -> str:
    """Return why the start cannot be moved any more, or "" if it can be."""
    if not has_begun(night):
        return ""
    local = timezone.localtime(night.starts_at)
    return _("The start can’t change any more: somebody is here already. It stays {time}.").format(
        time=date_format(local, "H:i")
    )


def check_day(day: date) -> None:
    """Raise Refused for a day on which no night can be."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Refused(_outside())


def by_club_clock(start: datetime) -> datetime:
    """Return the start by the club’s clock. Raises Refused at an end of the calendar, where that clock has no time."""
    try:
        return timezone.localtime(start)
    except OverflowError:
        raise Refused(_outside()) from None


def _outside() -> str:
    return _("That day is outside the calendar.")


def call_off(night: Night, reason: str = "") -> None:
    """Call the night off. Raise Refused if a player is here, or the reason is too long or cannot be printed."""
    if has_begun(night):
        raise Refused(_("Somebody is here already: close the night instead of calling it off."))
    night.called_off_at, night.reason = timezone.now(), _reason(reason)
    _save(night)


def reinstate(night: Night) -> None:
    """Reinstate a night that was called off."""
    night.called_off_at, night.reason = None, ""
    _save(night)


def _reason(text: str) -> str:
    reason = tidy_name(text)
    if len(reason) > LONGEST_REASON:
        raise Refused(
            _("A reason has at most {most} characters: this has {count}.").format(
                most=LONGEST_REASON, count=len(reason)
            )
        )
    if not is_printable(reason):
        raise Refused(_("The reason contains a character that cannot be printed. Please type it again."))
    return reason


def _save(night: Night) -> None:
    night.revise()
    night.save(update_fields=["called_off_at", "reason", "revision", "changed_at"])


def check_open(night: Night) -> None:
    """Raise Refused if the night is called off or closed."""
    if night.called_off_at:
        raise Refused(_("This night is called off. Reinstate it first."))
    if night.closed_at:
        raise Refused(_("This night is closed. Reopen it first."))


def arrive(night: Night, players: Iterable[Player], now: datetime | None = None) -> None:
    """Mark players as here; those who were here before keep their first arrival time. Two queries and the writes."""
    now, wanted = now or timezone.now(), {player.pk: player for player in players}
    known = {row.player_id: row for row in night.attendances.filter(player__in=wanted)}
    for row in known.values():
        row.state, row.left_at = State.HERE, None
        row.arrived_at = row.arrived_at or now
    fresh = [Attendance(night=night, player=wanted[key], arrived_at=now) for key in wanted if key not in known]
    Attendance.objects.bulk_update(known.values(), ["state", "arrived_at", "left_at"])
    Attendance.objects.bulk_create(fresh)
    attended.send(Night, night=night)


def expect(night: Night, player: Player, at: datetime | None = None) -> None:
    """Mark a player as late, expected at this time; by default, at a guess."""
    fields = {"state": State.LATE, "expected_at": at or _guess(night), "arrived_at": None, "left_at": None}
    night.attendances.update_or_create(player=player, defaults=fields)
    attended.send(Night, night=night)


def stay_away(night: Night, player: Player) -> None:
    """Mark a player as away."""
    fields = {"state": State.AWAY, "expected_at": None, "arrived_at": None, "left_at": None}
    night.attendances.update_or_create(player=player, defaults=fields)
    attended.send(Night, night=night)


def go_home(night: Night, player: Player, now: datetime | None = None) -> None:
    """Mark a player as having left early; no effect for one who was never here."""
    now = now or timezone.now()
    for row in night.attendances.filter(player=player, arrived_at__isnull=False):
        row.state, row.left_at = State.LEFT, max(now, row.arrived_at or now)
        row.save(update_fields=["state", "left_at"])
    attended.send(Night, night=night)


def _guess(night: Night) -> datetime:
    """Return half an hour after the start, or after now if that is later, rounded up to a quarter of an hour."""
    soon = max(night.starts_at, timezone.now()) + LATE
    return soon + (midnight(soon) - soon) % QUARTER


def midnight(moment: datetime) -> datetime:
    """Return the midnight before this moment, by the club's clock."""
    return timezone.localtime(moment).replace(hour=0, minute=0, second=0, microsecond=0)


def is_late(night: Night, moment: datetime) -> bool:
    """Whether an arrival is late: after the club's grace minutes."""
    return late_by(night, moment) > night.club.grace_minutes


def late_by(night: Night, moment: datetime) -> int:
    """Return whole minutes after the start; negative before it."""
    return int((moment - night.starts_at).total_seconds() // 60)


# The move of a club's planned nights to another time zone: a night at 19:30 before is at 19:30 after.


def move_planned(club: Club, was: tzinfo) -> int:
    """Move the future nights at which nobody has arrived; return their number. Calendars get the change by the
    revision.
    """
    now_in = zone_of(club)
    rows = club.nights.filter(starts_at__gt=timezone.now(), closed_at=None)
    moved: list[Night] = []
    for night in rows.exclude(attendances__arrived_at__isnull=False):
        start = timezone.make_aware(timezone.make_naive(night.starts_at, was), now_in)
        if start != night.starts_at:
            night.starts_at = start
            night.revise()
            moved.append(night)
    Night.objects.bulk_update(moved, ["starts_at", "revision", "changed_at"])
    return len(moved)
