"""Delivery of one reminder, never twice: it is marked as sent before the mail server gets it.

If the process is killed in between, or the connection breaks before the server's reply, the reminder is not sent again
and may be lost. If the server did not take it, it is tried again; an address that the server refuses for good gets
nothing until it is confirmed anew.
"""

import logging
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from clubs.language.choice import language_of
from clubs.models import Role
from dogclub import mail
from dogclub.jobs import Again, Kind, Work
from dogclub.models import Reminder
from dogclub.reminders.email import message
from dogclub.reminders.kinds import KINDS
from dogclub.reminders.members import Due, is_quiet, reachable
from dogclub.reminders.refusals import address_of, refuse

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
    found = KINDS[row.kind].due(club, reachable(club, pk=row.membership_id), now)
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
    raise Again(f"The mail server did not take it: {why}.")


REMINDER = Kind(
    "reminder",
    "Sending a reminder",
    deliver,
    role=Role.OWNER,
    tries=9,
    pause=timedelta(seconds=10),
    delete_when_done=True,
    listed=False,
)
