"""Encryption of texts with a key derived from SECRET_KEY, which is not in the database: docs/developers/adr/0041."""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


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
