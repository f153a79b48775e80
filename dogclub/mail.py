"""Mail that does not keep a page waiting for the mail server."""

from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from dogclub.jobs import Again, Kind, Urgency, Work
from dogclub.jobs.worker.queue import send
from dogclub.jobs.worker.run import run_here
from dogclub.models import Job

SMTP = "django.core.mail.backends.smtp.EmailBackend"
FIELDS = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to")


class QueuedMail(BaseEmailBackend):
    """Each message becomes a job, written with whatever else the page writes; nothing is lost between the two."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            post(message)
        return len(email_messages)


def post(message: EmailMessage) -> None:
    """A letter with an attachment is too large for a row: it goes straight out once the page has committed."""
    if message.attachments:
        transaction.on_commit(lambda: get_connection(SMTP).send_messages([message]), robust=True)
        return
    job = Job.objects.create(kind="mail", asked=packed(message))

    def send_now() -> None:
        if not send(job.pk):
            run_here(job.pk)  # Redis is down; the mail server may not be.

    transaction.on_commit(send_now, robust=True)


def packed(message: EmailMessage) -> dict[str, Any]:
    alternatives = [list(each) for each in getattr(message, "alternatives", [])]
    fields = {name: getattr(message, name) for name in FIELDS}
    return {**fields, "headers": message.extra_headers, "alternatives": alternatives}


def unpacked(fields: dict[str, Any]) -> EmailMultiAlternatives:
    alternatives = [tuple(each) for each in fields["alternatives"]]
    return EmailMultiAlternatives(**{**fields, "alternatives": alternatives}, connection=get_connection(SMTP))


def deliver(work: Work) -> None:
    try:
        unpacked(work.asked).send()
    except (OSError, SMTPException) as error:
        raise Again(f"The mail server did not take it: {type(error).__name__}.") from error


# What it says may open an account: once delivered, or given up, nothing of it is kept.
MAIL = Kind(
    "mail",
    "Sending an email",
    deliver,
    tries=9,
    pause=timedelta(seconds=10),
    fleeting=True,
    listed=False,
    urgency=Urgency.AWAITED,
)
