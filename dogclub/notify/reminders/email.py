"""Emails of reminders: who wants them, signed return addresses, links that turn an email off, addresses that were
refused, and their rendering.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from email.mime.image import MIMEImage
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.signing import BadSignature, Signer
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Lower
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.html import strip_tags
from django.utils.translation import get_language

from clubs.models import Club, ClubLogo, Membership
from dogclub.models import EmailSettings, RefusedAddress, Reminder
from dogclub.models.notify import FIRST_HOUR, LAST_HOUR, LONGEST_WHY
from games.base.names import shortened

# Members who can be reached by email, their settings, and the quiet hours.


@dataclass(frozen=True)
class Due:
    """A reminder that is due; `subject` is the key of what it is about."""

    membership: Membership
    kind: str
    subject: str


def settings_of(membership: Membership) -> EmailSettings:
    """Return the member's settings, or the defaults unsaved."""
    try:
        return membership.email_settings
    except EmailSettings.DoesNotExist:
        return EmailSettings(membership=membership)


def switch(membership: Membership, kind: str, *, on: bool) -> None:
    """Turn one kind of email on or off."""
    EmailSettings.objects.update_or_create(membership=membership, defaults={kind: on}, create_defaults={kind: on})


def reachable(club: Club, **only: Any) -> list[Membership]:
    """Return the members whose address is confirmed and not refused by the mail server; one query."""
    address = EmailAddress.objects.filter(
        user=OuterRef("user"), primary=True, verified=True, refusal=None, email=Lower(OuterRef("user__email"))
    )
    rows = Membership.objects.filter(Exists(address), club=club, user__is_active=True, **only)
    return list(rows.select_related("club", "user", "player", "email_settings").order_by("pk"))


def that_want(members: list[Membership], kind: str) -> list[Membership]:
    """Return the members who have turned this kind on."""
    return [member for member in members if getattr(settings_of(member), kind)]


def by_player(members: list[Membership]) -> dict[int, Membership]:
    """Return the members with an active player, by the player's key."""
    return {member.player.pk: member for member in members if member.player and member.player.is_active}


def is_quiet(now: datetime) -> bool:
    """Whether it is between 21:00 and 8:00 by the club's clock; reminders wait until then."""
    return not FIRST_HOUR <= timezone.localtime(now).hour <= LAST_HOUR


def at(day: date, hour: int) -> datetime:
    """Return this hour of the day by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time(hour)))


# The return address and Message-ID of a reminder, signed, so that a bounce shows which one it was (VERP).
# Only the recipient knows the signature, so that nobody else can have an address refused.


RETURN_SALT = "dogclub.reminders.return"
SIGNS = 16  # hexadecimal digits: 64 bits
# Case-insensitive, as mail servers may change capitals to small letters.
TOKEN = re.compile(rb"(?:\+|<reminder-)([0-9]{1,18})-([0-9]{1,18})-([0-9a-f]{16})@", re.IGNORECASE)


def token(address_pk: int, reminder_pk: int) -> str:
    """Return the signed token of an address and a reminder."""
    return f"{address_pk}-{reminder_pk}-{_sign(address_pk, reminder_pk, settings.SECRET_KEY)}"


def envelope_sender(mark: str) -> str:
    """Return `bounces+…@club.example`, or the sender of all other mail if no BOUNCE_ADDRESS is set."""
    if not settings.BOUNCE_ADDRESS:
        return str(settings.DEFAULT_FROM_EMAIL)
    local, _, domain = settings.BOUNCE_ADDRESS.rpartition("@")
    return f"{local}+{mark}@{domain}"


def message_id(mark: str, host: str) -> str:
    """Return the Message-ID of a reminder with this token."""
    return f"<reminder-{mark}@{host}>"


def returned(mail: bytes) -> tuple[int, int] | None:
    """Return the keys (address, reminder) of a returned mail, or None without a valid token."""
    return next(_signed(mail), None)


def _signed(mail: bytes) -> Iterator[tuple[int, int]]:
    for found in TOKEN.finditer(mail):
        address_pk, reminder_pk, sign = int(found[1]), int(found[2]), found[3].decode().lower()
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        if any(constant_time_compare(sign, _sign(address_pk, reminder_pk, key)) for key in keys):
            yield address_pk, reminder_pk


def _sign(address_pk: int, reminder_pk: int, key: str) -> str:
    return salted_hmac(RETURN_SALT, f"{address_pk}-{reminder_pk}", secret=key, algorithm="sha256").hexdigest()[:SIGNS]


# Addresses to which the mail server refuses to deliver, with the reason, until they are confirmed again.


# Annotation of a membership: why its address is refused, None if it is not.
WHY_REFUSED = Subquery(
    RefusedAddress.objects.filter(
        address__user=OuterRef("user"), address__primary=True, address__email=Lower(OuterRef("user__email"))
    ).values("why")
)


def refuse(address: EmailAddress, why: str) -> None:
    """Mark an address as refused. `why` is the server's text; an earlier reason is kept."""
    readable = "".join(letter if letter.isprintable() else " " for letter in why)
    words = " ".join(readable.split())[:LONGEST_WHY]
    RefusedAddress.objects.get_or_create(address=address, defaults={"why": words})


def address_of(membership: Membership) -> EmailAddress | None:
    """Return the address for a member's reminders, with its refusal, or None. One query."""
    rows = EmailAddress.objects.filter(user=membership.user, primary=True, email=membership.user.email.lower())
    return rows.select_related("refusal").first()


# Signed tokens of links that turn one kind of email off for one member, without signing in.


UNSUBSCRIBE_SALT = "dogclub.reminders.off"


def off_token(membership: Membership, kind: Reminder.Kind) -> str:
    """Return the token."""
    return Signer(salt=UNSUBSCRIBE_SALT).sign(f"{membership.pk}-{kind}")


def read_off_token(token: str) -> tuple[Membership | None, Reminder.Kind] | None:
    """Return the membership, None if the member has left, and the kind of email. Return None for an invalid token."""
    try:
        pk, _, kind = Signer(salt=UNSUBSCRIBE_SALT).unsign(token).partition("-")
        known = Reminder.Kind(kind)
    except (BadSignature, ValueError):
        return None
    rows = Membership.objects.select_related("club", "user", "player", "email_settings")
    return rows.filter(pk=pk, club__deletes_at=None).first(), known


# Rendering: as HTML without external resources and as equal text, with a link that turns its kind off.


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
