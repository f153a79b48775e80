"""When players without an answer are reminded of a night: by the clock, and whenever an organiser asks for it."""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.answers import why_closed
from clubs.calendar.nights import Refused
from clubs.language.locales import date_format
from clubs.models import Club, Night, Player
from clubs.models.calendar import club_day

HOUR = 10  # o'clock on the day before
TOO_LATE = timedelta(hours=2)  # no reminder later than this before answers close
TO_ANSWER = timedelta(hours=6)  # least time to answer
DAY, AHEAD = timedelta(days=1), timedelta(days=4)


def to_remind(now: datetime) -> QuerySet[Night]:
    """Return the nights of all clubs of which somebody may be reminded, by their start."""
    is_soon = Q(starts_at__lte=now + AHEAD) | Q(reminded_at__gt=now - DAY)
    rows = Night.objects.filter(is_soon, starts_at__gte=now + TOO_LATE, called_off_at=None, closed_at=None)
    return rows.order_by("starts_at")


def silent_players(night: Night) -> QuerySet[Player]:
    """Return the players of the club who have not answered."""
    answered = night.answers.values("player")
    return night.club.players.filter(is_active=True, is_guest=False, former=None).exclude(pk__in=answered)


def subject(night: Night, now: datetime) -> str:
    """Return the subject of the reminder that is due, "" if none is: each is sent once. A night moved to another day
    is a new subject, and so is each time an organiser asks.
    """
    last = reminded(night, now)
    if last is None or now > night.answers_close_at - TOO_LATE:
        return ""
    about = f"{night.pk}-{club_day(night.starts_at)}"
    if last != night.reminded_at:
        return about
    return f"{about}-{last:%m%d%H%M}" if now < last + DAY else ""


def reminded(night: Night, now: datetime) -> datetime | None:
    """Return when players were last reminded; the clock reminds nobody within a day after an organiser did."""
    by_clock, asked = _by_clock(night), night.reminded_at
    return by_clock if by_clock <= now and (asked is None or asked + DAY <= by_clock) else asked


def _by_clock(night: Night) -> datetime:
    """Return 10:00 on the day before, or on the last day on which that leaves time to answer."""
    day, last = club_day(night.starts_at) - DAY, night.answers_close_at - TO_ANSWER
    while (moment := timezone.make_aware(datetime.combine(day, time(HOUR)))) > last:
        day -= DAY
    return moment


def sends_reminders(club: Club) -> bool:
    """Whether reminders leave this server."""
    return bool(settings.MAIL_IS_SENT) and not club.is_demo


def why_no_reminder(night: Night) -> str:
    """Return why an organiser cannot remind now, "" if they can. One query at most."""
    now = timezone.now()
    if not sends_reminders(night.club):
        return _("No email is sent from here.")
    if over := why_closed(night):
        return over
    if now > night.answers_close_at - TOO_LATE:
        return _("It is too late for a reminder: answers close soon.")
    last = reminded(night, now)
    if last is None or last + DAY <= now:
        return ""
    local = timezone.localtime(last)
    return _("They were reminded on {day} at {time}. You can remind them again a day later.").format(
        day=date_format(local, "j F"), time=date_format(local, "H:i")
    )


def remind(night: Night) -> None:
    """Remind those without an answer, at most once a day. Raise Refused."""
    if why := why_no_reminder(night):
        raise Refused(why)
    if not silent_players(night).exists():
        raise Refused(_("Everybody has answered."))
    night.reminded_at = timezone.now()
    night.save(update_fields=["reminded_at"])
