"""Addresses in emails: signed return addresses, links that turn an email off, and addresses that were refused."""

import re
from collections.abc import Iterator

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Lower
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.models import Membership
from dogclub.models import RefusedAddress, Reminder
from dogclub.models.reminder import LONGEST_WHY

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
