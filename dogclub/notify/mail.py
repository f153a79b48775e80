"""An email backend that sends by background job, so that no page waits for the mail server."""

from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from dogclub.jobs import Again, Kind, Queue, Urgency, Work
from dogclub.jobs.queue import send
from dogclub.models import Job

SMTP = "django.core.mail.backends.smtp.EmailBackend"
FIELDS = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to")


class QueuedMail(BaseEmailBackend):
    """Each message becomes a job, created in the page's transaction, so that no message is lost or sent for a
    rollback.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            post(message)
        return len(email_messages)


def post(message: EmailMessage) -> None:
    """Send a message by a job. One with an attachment is too large for a row, and is sent directly after the commit:
    only reminders have one, and they are written by jobs.
    """
    if message.attachments:
        transaction.on_commit(lambda: get_connection(SMTP).send_messages([message]), robust=True)
        return
    job = Job.objects.create(kind="mail", urgency=MAIL.urgency, asked=packed(message))
    # Without Redis or where it is down, the thread for mail of a server or worker finds the row.
    transaction.on_commit(lambda: send(job.pk), robust=True)


def packed(message: EmailMessage) -> dict[str, Any]:
    """Return the message as JSON for the job."""
    alternatives = [list(each) for each in getattr(message, "alternatives", [])]
    fields = {name: getattr(message, name) for name in FIELDS}
    return {**fields, "headers": message.extra_headers, "alternatives": alternatives}


def unpacked(fields: dict[str, Any]) -> EmailMultiAlternatives:
    """Return the message from the job's JSON."""
    alternatives = [tuple(each) for each in fields["alternatives"]]
    return EmailMultiAlternatives(**{**fields, "alternatives": alternatives}, connection=get_connection(SMTP))


def deliver(work: Work) -> None:
    """Send the message of a job. Raises Again where the mail server fails."""
    work.wait_outside()
    try:
        unpacked(work.asked).send()
    except (OSError, SMTPException) as error:
        raise not_taken(type(error).__name__) from error


def not_taken(why: str) -> Again:
    """Return the error for a message that the mail server refuses now, and may take later."""
    return Again(f"The mail server did not take it: {why}.")


# Messages may contain sign-in codes: the job is deleted once it is delivered, and its content once it has failed.
MAIL = Kind(
    "mail",
    "Sending an email",
    deliver,
    tries=9,
    pause=timedelta(seconds=10),
    delete_when_done=True,
    listed=False,
    queue=Queue.MAIL,
    urgency=Urgency.AWAITED,
)
