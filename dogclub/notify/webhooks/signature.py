"""Secrets and signatures after Standard Webhooks: HMAC-SHA256 over id, timestamp and body."""

import base64
import hashlib
import hmac
import secrets

HEAD = "whsec_"
BYTES = 24


def new_secret() -> str:
    """Return a new random secret."""
    return HEAD + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def signature(secret: str, identity: str, moment: int, body: bytes) -> str:
    """Return the signature; `identity` is the delivery's id, `moment` in seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(HEAD))
    signed = f"{identity}.{moment}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def headers(secret: str, identity: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the request headers of a signed delivery."""
    return {
        "webhook-id": identity,
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(secret, identity, moment, body),
    }
