"""The return address and Message-ID of a reminder, signed, so that a bounce shows which one it was (VERP).

Only the recipient knows the signature, so that nobody else can have an address refused.
"""

import re
from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

SALT = "dogclub.reminders.return"
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
    return salted_hmac(SALT, f"{address_pk}-{reminder_pk}", secret=key, algorithm="sha256").hexdigest()[:SIGNS]
