"""Reminder that a night report is complete."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from clubs.models import Club, Membership
from dogclub.models import Reminder
from dogclub.reminders.email import Email, address
from dogclub.reminders.kinds.nights_over import over_between, results_of
from dogclub.reminders.members import Due, settings_of, that_want
from games.comments.plain_lines import comment_lines

WINDOW = timedelta(days=3)


def clubs(now: datetime) -> QuerySet[Any]:
    return over_between(now - WINDOW, now).values("club")


def due(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member without the digest, which contains the report."""
    wanting = [each for each in that_want(members, Reminder.Kind.REPORT) if not settings_of(each).digest]
    for night in over_between(now - WINDOW, now).filter(club=club) if wanting else ():
        for member in wanting:
            yield Due(member, Reminder.Kind.REPORT, str(night.pk))


def email(due: Due) -> Email:
    night = due.membership.club.nights.select_related("club").get(pk=due.subject)
    context = {**results_of(night), "link": address("night-report", night.club.slug, night.pk)}
    context |= {"comments": comment_lines(night)}
    report = context["report"]
    return Email("report", report.headline, report.opening, context)
