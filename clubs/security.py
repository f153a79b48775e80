"""Encryption of stored texts, events for the security log, and counters of this process."""

from base64 import urlsafe_b64encode
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubs.models import User

# Encryption of texts with a key derived from SECRET_KEY, which is not in the database: docs/developers/adr/0041.


def encrypt(text: str, purpose: str) -> str:
    """Return the encrypted text, different each time. It is decrypted with the same `purpose` only."""
    return _cipher(purpose).encrypt(text.encode()).decode()


def decrypt(token: str, purpose: str) -> str | None:
    """Return the text; None if it was encrypted with neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS."""
    try:
        return _cipher(purpose).decrypt(token).decode()
    except InvalidToken:
        return None


def _cipher(purpose: str) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_key(purpose, key)) for key in keys])


def _key(purpose: str, secret: str | bytes) -> bytes:
    return urlsafe_b64encode(salted_hmac(purpose, "key", secret=secret, algorithm="sha256").digest())


# Events of a club for the server's security log.


security_event = Signal()  # sent with kind, subject, key and detail
REFUSED = "refused_as"


def report_event(kind: str, *, subject: User | None = None, key: Any = None, detail: str = "") -> None:
    """Send an event. `subject` is the person affected, `key` the row of an API key; `detail` is a fixed word, never
    user input.
    """
    security_event.send(None, kind=kind, subject=subject, key=key, detail=detail)


def mark_refused(request: HttpRequest, kind: str) -> None:
    """Store on the request why it is refused: the response does not show it, as a 404 may be for a club of others."""
    setattr(request, REFUSED, kind)
