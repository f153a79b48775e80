"""Addresses to hand to somebody else: on paper, in a QR code, in a message."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def public_url(request: HttpRequest, path: str) -> str:
    """The address others open; where none is configured, the one this page was opened by."""
    if urlsplit(settings.BASE_URL).hostname in LOOPBACK:
        return request.build_absolute_uri(path)
    return f"{settings.BASE_URL}{path}"
