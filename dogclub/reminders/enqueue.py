"""Enqueueing of due reminders: a row and a job for each, in one transaction."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Membership
from clubs.own_ways import ways_of
from dogclub.jobs.worker.enqueue import enqueue
from dogclub.models import Reminder
from dogclub.reminders.kinds import KINDS
from dogclub.reminders.members import Due, is_quiet, reachable

STALE = timedelta(hours=3)  # longer than a job is retried


def enqueue_due(now: datetime | None = None) -> int:
    """Enqueue what is due; return the number. Nothing if no mail is sent, for the demo club, and for clubs in their
    quiet hours.
    """
    if not settings.MAIL_IS_SENT:
        return 0
    now = now or timezone.now()
    # Failed, or lost with its job: if still due, it is enqueued again.
    Reminder.objects.filter(sent_at=None, asked_at__lt=now - STALE).delete()
    return sum(_ask(club, now) for club in _with_something(now))


def _with_something(now: datetime) -> list[Club]:
    """Return the clubs in which anything may be due: one query, however many there are."""
    first, *others = [kind.clubs(now).order_by() for kind in KINDS.values()]
    return list(Club.objects.filter(pk__in=first.union(*others), deletes_at=None, is_demo=False).order_by("pk"))


def _ask(club: Club, now: datetime) -> int:
    with ways_of(club):
        if is_quiet(now):
            return 0
        due = list(due_in(club, reachable(club), now))
    keys = Reminder.objects.filter(membership__club=club, subject__in=[each.subject for each in due])
    known = set(keys.values_list("membership", "kind", "subject"))
    return sum(_written(each) for each in due if (each.membership.pk, each.kind, each.subject) not in known)


def due_in(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield the due reminders of all kinds, by the club's clock."""
    for kind in KINDS.values():
        yield from kind.due(club, members, now)


@transaction.atomic
def _written(due: Due) -> bool:
    """Create the row and the job; return False if the row existed already."""
    row, is_new = Reminder.objects.get_or_create(membership=due.membership, kind=due.kind, subject=due.subject)
    if is_new:
        enqueue("reminder", due.membership.club, asked={"reminder": row.pk})
    return is_new
