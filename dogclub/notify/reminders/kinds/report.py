"""Reminder that a night report is complete."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.calendar.nights import AROUND
from clubs.models import Club, Membership, Night
from dogclub.models import Reminder
from dogclub.notify.reminders.addresses import Due, settings_of
from dogclub.notify.reminders.email import Email, address
from games.comments import comment_lines
from games.models import Match
from leagues.night_report.report import Report, report_of

# Nights whose report is complete: closed by hand, or begun so long ago that they must be over.


def over_between(since: datetime, until: datetime) -> QuerySet[Night]:
    """Return the nights with a finished match that ended in this span, oldest first."""
    closed = Q(closed_at__gt=since, closed_at__lte=until)
    long_over = Q(closed_at=None, starts_at__gt=since - AROUND, starts_at__lte=until - AROUND)
    played = Match.objects.filter(night=OuterRef("pk"), finished_at__isnull=False)
    return Night.objects.filter(closed | long_over, Exists(played), called_off_at=None).order_by("starts_at", "pk")


def results_of(night: Night) -> Mapping[str, Any]:
    """Return a night's template context: its report, the most important table, and the trophies that were passed on."""
    report = report_of(night)
    return {"night": night, "report": report, "best": _best(report), "passings": report.facts.main}


def _best(report: Report) -> Any:
    return next((each.table for each in report.finals if each.table.is_finished), None)


WINDOW = timedelta(days=3)


def clubs(now: datetime) -> QuerySet[Any]:
    return over_between(now - WINDOW, now).values("club")


def due(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member without the digest, which contains the report."""
    wanting = [each for each in members if not settings_of(each).digest]
    for night in over_between(now - WINDOW, now).filter(club=club) if wanting else ():
        for member in wanting:
            yield Due(member, Reminder.Kind.REPORT, str(night.pk))


def email(due: Due) -> Email:
    night = due.membership.club.nights.select_related("club").get(pk=due.subject)
    context = {**results_of(night), "link": address("night-report", night.club.slug, night.pk)}
    context |= {"comments": comment_lines(night)}
    report = context["report"]
    return Email("report", report.headline, report.opening, context)
