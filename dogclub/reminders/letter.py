"""One email: as HTML that needs nothing else, and as text that says the same, with a link that turns it off."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from clubs.models import Membership
from dogclub.models import Reminder
from dogclub.reminders.unsubscribe import off_token
from games.base.names import shortened


@dataclass(frozen=True)
class Letter:
    """`template` names the two files that say it; `before` is what a mailbox shows beside the subject."""

    template: str
    subject: str
    before: str
    context: Mapping[str, Any] = field(default_factory=dict)


def address(route: str, *arguments: Any) -> str:
    return f"{settings.BASE_URL}{reverse(route, args=arguments)}"


def first_name(membership: Membership) -> str:
    """As the club calls them."""
    return shortened([membership.player.label])[0] if membership.player else membership.user.given_name


def message(row: Reminder, letter: Letter) -> EmailMultiAlternatives:
    """In the zone of the club's clock. RFC 8058: a mailbox turns it off by one tap of its own button."""
    membership, kind = row.membership, Reminder.Kind(row.kind)
    off = address("reminders-off", off_token(membership, kind))
    context = {
        **letter.context,
        "letter": letter,
        "club": membership.club,
        "kind": kind,
        "name": first_name(membership),
        "off": f"{off}?do=off",
        "settings": address("reminders", membership.club.slug),
    }
    text = render_to_string(f"dogclub/reminders/mail/{letter.template}.txt", context)
    html = render_to_string(f"dogclub/reminders/mail/{letter.template}.html", context)
    host = urlsplit(settings.BASE_URL).hostname
    headers = {
        "Message-ID": f"<reminder-{row.pk}-{row.asked_at:%Y%m%d%H%M%S}@{host}>",
        "List-Id": f"<{membership.club.slug}.{host}>",
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    sent = EmailMultiAlternatives(letter.subject, text, to=[membership.user.email], headers=headers)
    sent.attach_alternative(html, "text/html")
    return sent
