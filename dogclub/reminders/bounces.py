"""Delivery reports (RFC 3464): a mail server reports later that a reminder could not be delivered."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from enum import StrEnum

from allauth.account.models import EmailAddress
from django.db import transaction

from dogclub.models import Reminder
from dogclub.reminders.refusals import refuse
from dogclub.reminders.return_address import returned

LARGEST = 5_000_000  # bytes; a report contains the returned email


class Outcome(StrEnum):
    """The result of processing a report; the value is a sentence about it."""

    REFUSED = "Nothing more is sent to this address until its owner confirms it again."
    PASSING = "The mail server still tries, or may take the next one: nothing is changed."
    NO_REPORT = "This is no delivery report (RFC 3464): nothing is changed."
    NOT_OURS = "It belongs to no reminder sent from here: nothing is changed."
    KNOWN = "It was taken before, or the member has left: nothing is changed."
    TOO_LARGE = "This is more than 5 MB, which no delivery report is: nothing is changed."


def take(mail: bytes) -> Outcome:
    """Process one report; the same one again changes nothing."""
    if len(mail) > LARGEST:
        return Outcome.TOO_LARGE
    recipients = list(_recipients(message_from_bytes(mail)))
    if not recipients:
        return Outcome.NO_REPORT
    keys = returned(mail)
    if keys is None:
        return Outcome.NOT_OURS
    why = next((_why(each) for each in recipients if _is_final(each)), None)
    if why is None:
        return Outcome.PASSING
    return _refused(*keys, why)


@transaction.atomic
def _refused(address_pk: int, reminder_pk: int, why: str) -> Outcome:
    """Mark the address as refused, and delete the reminder: while it is due, it is sent again once the address works.

    The reminder is deleted with the first report, so that the same report read again does not refuse an address that
    works by then.
    """
    address = EmailAddress.objects.filter(pk=address_pk).first()
    rows = Reminder.objects.filter(pk=reminder_pk, membership__user=address.user_id) if address else None
    if address is None or rows is None or not rows.delete()[0]:
        return Outcome.KNOWN
    refuse(address, why)
    return Outcome.REFUSED


def _recipients(mail: Message) -> Iterator[Message]:
    """Yield the report's group of fields for each recipient; the first group is about the whole report."""
    for part in mail.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            yield from [group for group in part.get_payload() if isinstance(group, Message) and "Action" in group]


def _is_final(recipient: Message) -> bool:
    """Whether the delivery failed for good: not if it is late, or failed with a temporary status (4.x.x)."""
    return _field(recipient, "Action").lower() == "failed" and _field(recipient, "Status").startswith("5")


def _why(recipient: Message) -> str:
    """Return the diagnosis, such as `550 5.1.1 No such mailbox`, without the server type before it."""
    kind, mark, said = _field(recipient, "Diagnostic-Code").partition(";")
    return (said if mark else kind).strip() or _field(recipient, "Status")


def _field(recipient: Message, name: str) -> str:
    return str(recipient.get(name, "")).strip()
