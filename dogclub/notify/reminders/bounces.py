"""Delivery reports (RFC 3464): a mail server reports later that a reminder could not be delivered."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from enum import StrEnum
from http import HTTPStatus

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import private
from dogclub.models import RefusedAddress, Reminder
from dogclub.notify.reminders.addresses import refuse, returned
from dogclub.notify.reminders.email import address as url_of

WHAT_PARSING_RAISES = (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError)
LARGEST_REPORT = 5_000_000  # bytes; a report contains the returned email


class Outcome(StrEnum):
    """The result of processing a report; the value is a sentence about it."""

    REFUSED = "Nothing more is sent to this address until its owner confirms it again."
    PASSING = "The mail server still tries, or may take the next one: nothing is changed."
    NO_REPORT = "This is no delivery report (RFC 3464): nothing is changed."
    NOT_OURS = "It belongs to no reminder sent from here: nothing is changed."
    KNOWN = "It was taken before, or the member has left: nothing is changed."
    UNREADABLE = "This mail cannot be read: nothing is changed."
    TOO_LARGE = "This is more than 5 MB, which no delivery report is: nothing is changed."


def take(mail: bytes) -> Outcome:
    """Process one report; the same one again changes nothing."""
    if len(mail) > LARGEST_REPORT:
        return Outcome.TOO_LARGE
    try:
        recipients = list(_recipients(message_from_bytes(mail)))
        why = next((_why(each) for each in recipients if _is_final(each)), None)
    except WHAT_PARSING_RAISES:  # anybody may send such a mail, like one of three thousand mails in each other
        return Outcome.UNREADABLE
    if not recipients:
        return Outcome.NO_REPORT
    keys = returned(mail)
    if keys is None:
        return Outcome.NOT_OURS
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


# New confirmation of an address that the mail server refused, by a link that only its mailbox gets.


SALT = "dogclub.reminders.address"
VALID = 24 * 60 * 60  # seconds


def send_check(address: EmailAddress) -> None:
    """Send the link; like emails about the account, it is sent whatever the settings."""
    token = TimestampSigner(salt=SALT).sign(str(address.pk))
    link = url_of("reminders-address", token)
    body = render_to_string("dogclub/notify/reminders/mail/check.txt", {"link": link})
    EmailMessage(_("Confirm your email address"), body, to=[address.email]).send()


@require_http_methods(["GET", "HEAD", "POST"])
def reminders_address(request: HttpRequest, token: str) -> HttpResponseBase:
    """The link's page. GET changes nothing; its button confirms the address."""
    try:
        pk = TimestampSigner(salt=SALT).unsign(token, max_age=VALID)
    except BadSignature:
        return private(_page(request, "old", HTTPStatus.GONE))
    if request.method == "POST":
        RefusedAddress.objects.filter(address=pk).delete()
    is_waiting = RefusedAddress.objects.filter(address=pk).exists()
    return private(_page(request, "waiting" if is_waiting else "done"))


def _page(request: HttpRequest, state: str, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(request, "dogclub/notify/reminders/address.html", {"state": state}, status=status)
