"""Delivery of one reminder, never twice: it is marked as sent before the mail server gets it.

If the process is killed in between, or the connection breaks before the server's reply, the reminder is not sent again
and may be lost. If the server did not take it, it is tried again; an address that the server refuses for good gets
nothing until it is confirmed anew.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import Message
from enum import StrEnum
from http import HTTPStatus
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import private
from clubs.language.choice import language_of
from clubs.models import Club, Membership, Role
from clubs.time_zone import ways_of
from dogclub.jobs import Again, Kind, Queue, Work
from dogclub.jobs.asking import enqueue
from dogclub.models import RefusedAddress, Reminder
from dogclub.notify import mail
from dogclub.notify.reminders.email import Due, address_of, is_quiet, message, reachable, refuse, returned, that_want
from dogclub.notify.reminders.email import address as url_of
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


# Delivery reports (RFC 3464): a mail server reports later that a reminder could not be delivered.


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
    return _refuse_address(*keys, why)


@transaction.atomic
def _refuse_address(address_pk: int, reminder_pk: int, why: str) -> Outcome:
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
