"""Addresses in emails: signed return addresses, links that turn an email off, and addresses that were refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.models import Club, Membership
from dogclub.models import EmailSettings, RefusedAddress, Reminder
from dogclub.models.notify import FIRST_HOUR, LAST_HOUR, LONGEST_WHY

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
