"""Rendering of a reminder: as HTML without external resources and as equal text, with a link that turns its kind
off.
"""

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.mime.image import MIMEImage
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import get_language

from clubs.models import Club, ClubLogo, Membership
from dogclub.models import Reminder
from dogclub.notify.reminders.addresses import address_of, envelope_sender, message_id, off_token, token
from games.base.names import shortened

LIGHT, DARK = "#00643c", "#62d49a"  # colours of a club without its own, in light and dark mode
HEIGHT = 28  # pixels


@dataclass(frozen=True)
class Email:
    """The content of a reminder. `template` names its two template files; `before` is the preview text beside the
    subject.
    """

    template: str
    subject: str
    before: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class MailLogo:
    """The club's logo embedded in an email, so that reading it sends no request to the server. Sizes in pixels."""

    content: bytes
    width: int
    height: int = HEIGHT
    cid: str = "club-logo"

    def part(self) -> MIMEImage:
        """Return the image as a part of the email."""
        image = MIMEImage(self.content, "png")
        image.add_header("Content-ID", f"<{self.cid}>")
        image.add_header("Content-Disposition", "inline", filename="logo.png")
        return image


class WithLogo(EmailMultiAlternatives):
    """An email with related parts: mailboxes show the image in its place, not as an attachment."""

    mixed_subtype = "related"


def letterhead_logo(club: Club) -> MailLogo | None:
    """Return the club's logo for an email, or None."""
    row = ClubLogo.objects.filter(club=club).first()
    return MailLogo(bytes(row.content), round(HEIGHT * row.width / row.height)) if row else None


def address(route: str, *arguments: Any) -> str:
    """Return the absolute URL of a route."""
    return f"{settings.BASE_URL}{reverse(route, args=arguments)}"


def first_name(membership: Membership) -> str:
    """Return the first name by which the club calls a member."""
    return shortened([membership.player.label])[0] if membership.player else membership.user.given_name


def message(row: Reminder, email: Email) -> EmailMultiAlternatives:
    """Return the email, with times by the club's clock. RFC 8058: mailboxes can turn its kind off with one click.

    The header `From` is what people see; undeliverable mail returns to the sender on the envelope.
    """
    membership, kind = row.membership, Reminder.Kind(row.kind)
    off = address("reminders-off", off_token(membership, kind))
    club = membership.club
    logo = letterhead_logo(club)
    context = {
        **email.context,
        "light": club.light_colour or LIGHT,
        "dark": club.dark_colour or DARK,
        "logo": logo,
        "email": email,
        "language": get_language(),
        "club": club,
        "kind": kind,
        "name": first_name(membership),
        "off": off,
        "settings": address("reminders", club.slug),
    }
    text = _without_tags(render_to_string(f"dogclub/notify/reminders/mail/{email.template}.txt", context))
    page = render_to_string(f"dogclub/notify/reminders/mail/{email.template}.html", context)
    host = str(urlsplit(settings.BASE_URL).hostname)
    to = address_of(membership)
    mark = token(to.pk if to else 0, row.pk)
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": message_id(mark, host),
        "List-Id": f"<{club.slug}.{host}>",
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    kind_of_mail = WithLogo if logo else EmailMultiAlternatives
    sent = kind_of_mail(email.subject, text, envelope_sender(mark), [membership.user.email], headers=headers)
    sent.attach_alternative(page, "text/html")
    if logo:
        sent.attach(logo.part())
    return sent


def _without_tags(text: str) -> str:
    """Return the text without tags: text templates use the msgids of the HTML, some with a name between tags."""
    return html.unescape(strip_tags(text))
