"""Delivery of one reminder, never twice: it is marked as sent before the mail server gets it.

If the process is killed in between, or the connection breaks before the server's reply, the reminder is not sent again
and may be lost. If the server did not take it, it is tried again; an address that the server refuses for good gets
nothing until it is confirmed anew.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from clubs.language.choice import language_of
from clubs.models import Club, Membership, Role
from clubs.time_zone import ways_of
from dogclub.jobs import Again, Kind, Queue, Work
from dogclub.jobs.asking import enqueue
from dogclub.models import Reminder
from dogclub.notify import mail
from dogclub.notify.reminders.addresses import Due, address_of, is_quiet, reachable, refuse, that_want
from dogclub.notify.reminders.email import message
from dogclub.notify.reminders.kinds import KINDS

FOR_GOOD = 500  # mail servers’ reply codes from 500 are permanent
logger = logging.getLogger(__name__)


def deliver(work: Work) -> None:
    """Send the reminder of a job. One that is not due any more, or only in quiet hours, is deleted; if still due, it
    is enqueued again in the morning.
    """
    row = Reminder.objects.select_related("membership__club").filter(pk=work.asked["reminder"], sent_at=None).first()
    if row is None:
        return
    due = _still_due(row)
    if due is None:
        row.delete()
        return
    row.membership = due.membership
    with language_of(due.membership.user, due.membership.club):
        email = message(row, KINDS[due.kind].email(due))
    work.wait_outside()
    connection = get_connection(mail.SMTP)
    try:
        connection.open()
    except (OSError, SMTPException) as error:
        raise Again(f"The mail server is out of reach: {type(error).__name__}.") from error
    if _claimed(row, due):
        _hand_over(row, email, connection)


def _still_due(row: Reminder) -> Due | None:
    club, now = row.membership.club, timezone.now()
    if is_quiet(now) or club.deletes_at:
        return None
    found = KINDS[row.kind].due(club, that_want(reachable(club, pk=row.membership_id), row.kind), now)
    return next((due for due in found if due.subject == row.subject), None)


@transaction.atomic
def _claimed(row: Reminder, due: Due) -> bool:
    """Mark the reminder as sent; False if another run has. A sent digest also marks the reports it contains as sent."""
    if not Reminder.objects.filter(pk=row.pk, sent_at=None).update(sent_at=timezone.now()):
        return False
    KINDS[due.kind].claimed(due)
    return True


def _hand_over(row: Reminder, email: EmailMessage, connection: BaseEmailBackend) -> None:
    try:
        connection.send_messages([email])
    except SMTPRecipientsRefused as error:
        _refused(row, *min(error.recipients.values()))
    except SMTPResponseException as error:
        _not_taken(row, type(error).__name__)
    except (OSError, SMTPException) as error:
        logger.warning("Nobody knows whether reminder %s arrived (%s); it is not sent again.", row.pk, error)
    finally:
        connection.close()


def _refused(row: Reminder, code: int, said: bytes) -> None:
    if code < FOR_GOOD:
        _not_taken(row, str(code))
    if address := address_of(row.membership):
        refuse(address, f"{code} {said.decode(errors='replace')}")
    row.delete()


def _not_taken(row: Reminder, why: str) -> None:
    """Mark the reminder as not sent, and raise Again."""
    Reminder.objects.filter(pk=row.pk).update(sent_at=None)
    raise mail.not_taken(why)


REMINDER = Kind(
    "reminder",
    "Sending a reminder",
    deliver,
    role=Role.OWNER,
    tries=9,
    pause=timedelta(seconds=10),
    delete_when_done=True,
    queue=Queue.NETWORK,
    listed=False,
)


# Enqueueing of due reminders: a row and a job for each, in one transaction.


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
    return sum(_ask_in_turn(club, now) for club in _with_something(now))


def _with_something(now: datetime) -> list[Club]:
    """Return the clubs in which anything may be due: one query, however many there are."""
    first, *others = [kind.clubs(now).order_by() for kind in KINDS.values()]
    return list(Club.objects.filter(pk__in=first.union(*others), deletes_at=None, is_demo=False).order_by("pk"))


def _ask_in_turn(club: Club, now: datetime) -> int:
    """Enqueue what is due in a club; a club for which that fails is logged and does not stop the others."""
    try:
        return _ask(club, now)
    except Exception:
        logger.exception("The reminders of club %s could not be enqueued; it is tried again.", club.pk)
        return 0


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
    for key, kind in KINDS.items():
        yield from kind.due(club, that_want(members, key), now)


@transaction.atomic
def _written(due: Due) -> bool:
    """Create the row and the job; return False if the row existed already."""
    row, is_new = Reminder.objects.get_or_create(membership=due.membership, kind=due.kind, subject=due.subject)
    if is_new:
        enqueue("reminder", due.membership.club, asked={"reminder": row.pk})
    return is_new
