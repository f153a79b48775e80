"""Limits on open streams for each address and each session, so that one client cannot take all of them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import CookieError, SimpleCookie

from django.conf import settings

from dogclub.server.connections import address_group
from dogclub.server.messages import Scope


class Limits:
    """Counts streams from the moment of the request. A visitor with a link has a session, too."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def place(self, scope: Scope) -> Iterator[bool]:
        """Yield whether a stream is allowed; it counts until the end of the `with`."""
        most = _most(scope)
        if any(self._open[who] >= number for who, number in most.items()):
            yield False
            return
        self._open.update(most.keys())
        try:
            yield True
        finally:
            self._open.subtract(most.keys())
            for who in most:
                if not self._open[who]:
                    del self._open[who]


def _most(scope: Scope) -> dict[str, int]:
    """Return the limits that apply to a stream, by what they are counted for."""
    address = address_group((scope.get("client") or ("",))[0])
    session = _session(scope)
    most = {f"session {session}": settings.STREAMS_PER_SESSION} if session else {}
    return {**most, f"address {address}": settings.STREAMS_PER_ADDRESS} if address else most


def _session(scope: Scope) -> str:
    cookies: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookies.load(value.decode("latin-1"))
            except CookieError:
                continue
    session = cookies.get(settings.SESSION_COOKIE_NAME)
    return session.value if session else ""
