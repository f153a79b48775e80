"""Mail that does not keep a page waiting for the mail server."""

from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from kombu.exceptions import OperationalError

from dogclub.celery import app

SMTP = "django.core.mail.backends.smtp.EmailBackend"
FIELDS = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to")


class QueuedMail(BaseEmailBackend):
    """Queues each message when the page's transaction is committed; sends at once what it cannot queue."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            when_committed(message)
        return len(email_messages)


def when_committed(message: EmailMessage) -> None:
    """A queue that breaks is logged, by the name of what failed; the page goes on."""

    def queue() -> None:
        post(message)

    transaction.on_commit(queue, robust=True)


def post(message: EmailMessage) -> None:
    try:
        if not message.attachments:
            send.delay(packed(message))
            return
    except OperationalError:
        pass  # Redis is down; the mail server may not be.
    get_connection(SMTP).send_messages([message])


def packed(message: EmailMessage) -> dict[str, Any]:
    alternatives = [list(each) for each in getattr(message, "alternatives", [])]
    fields = {name: getattr(message, name) for name in FIELDS}
    return {**fields, "headers": message.extra_headers, "alternatives": alternatives}


def unpacked(fields: dict[str, Any]) -> EmailMultiAlternatives:
    alternatives = [tuple(each) for each in fields["alternatives"]]
    return EmailMultiAlternatives(**{**fields, "alternatives": alternatives}, connection=get_connection(SMTP))


def deliver(fields: dict[str, Any]) -> None:
    unpacked(fields).send()


send = app.task(name="dogclub.mail.send", autoretry_for=(OSError, SMTPException), retry_backoff=10, max_retries=8)(
    deliver
)
