"""Signed tokens and short codes for invitation and spectator links.

A token is a row's id, signed. Nothing secret is stored; revoking the row ends the link. A code of eight characters can
be typed instead, where there is no camera: fifteen bits of the id to find the row by, twenty-five of a signature to
prove it. The pages that take codes limit the attempts.
"""

import base64
import binascii
import re
import uuid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

# Addresses that work on one machine only, so that a link or a QR code with them is of no use to others.


LOOPBACK = ("localhost", "127.0.0.1", "::1")


def is_local(url: str) -> bool:
    """Whether only the machine itself can open this URL.

    >>> is_local("http://localhost:8000/c/kennel/"), is_local("https://dogs.example/")
    (True, False)
    """
    return urlsplit(url).hostname in LOOPBACK


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like digits
MISREAD = str.maketrans("OIL", "011")
HEAD, TAIL = 15, 25


def sign(row: uuid.UUID, purpose: str) -> str:
    """Return the token of a row, valid for one kind of link only."""
    return Signer(salt=f"dogclub.{purpose}").sign(base64.urlsafe_b64encode(row.bytes).rstrip(b"=").decode())


def unsign(token: str, purpose: str) -> uuid.UUID | None:
    """Return the row's id; None for a token that was not signed here for this kind of link."""
    try:
        text = Signer(salt=f"dogclub.{purpose}").unsign(token)
        return uuid.UUID(bytes=base64.urlsafe_b64decode(text + "=="))
    except (BadSignature, binascii.Error, ValueError):
        return None


def code_of(row: uuid.UUID, purpose: str) -> str:
    """Return the code of a row for typing, such as 4F7K-2QM9."""
    proof = salted_hmac(f"dogclub.{purpose}.code", row.bytes, algorithm="sha256").digest()
    number = (row.int >> 128 - HEAD) << TAIL | int.from_bytes(proof[:4], "big") >> 32 - TAIL
    letters = "".join(ALPHABET[number >> shift & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def by_code(code: str, purpose: str, rows: QuerySet[Any], key: str = "pk") -> Any | None:
    """Return the row among `rows` that has this code, or None; `key` is the field with the id."""
    letters = re.sub(r"[^0-9A-Z]", "", code.upper()[:40]).translate(MISREAD)
    if len(letters) != 8 or not set(letters) <= set(ALPHABET):
        return None
    first, second, third = map(ALPHABET.index, letters[:3])
    head = (first << 10 | second << 5 | third) << 128 - HEAD
    span = (uuid.UUID(int=head), uuid.UUID(int=head | (1 << 128 - HEAD) - 1))
    typed = f"{letters[:4]}-{letters[4:]}"
    near = rows.filter(**{f"{key}__range": span})[:100]
    return next((row for row in near if constant_time_compare(code_of(getattr(row, key), purpose), typed)), None)


def public_url(request: HttpRequest, path: str) -> str:
    """Return the absolute URL for others; if BASE_URL is not configured, by the host of this request."""
    if is_local(settings.BASE_URL):
        return request.build_absolute_uri(path)
    return f"{settings.BASE_URL}{path}"
