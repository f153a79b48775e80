"""The hub: which listeners watch which topics. Everything runs on the event loop without waiting; other threads call
`receive`.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie

from django.conf import settings

from dogclub.server.protocol import CONNECTION, Scope, address_group
from games.live import Versions, event, is_newer

# Direct writes to the connection below a stream.
# Waking a task and framing a message for each of a thousand listeners costs five times as much as sending it.


MAX_BUFFERED = 4_096  # bytes that may be buffered in the connection of a slow reader


@dataclass(frozen=True)
class Wire:
    """The transport of a connection; `is_chunked` for HTTP/1.1."""

    transport: asyncio.Transport
    is_chunked: bool

    @property
    def is_free(self) -> bool:
        """Whether the connection is open and takes another message."""
        return self.transport.get_write_buffer_size() < MAX_BUFFERED and not self.transport.is_closing()

    def write(self, text: bytes) -> None:
        """Write the text, framed as a chunk if needed."""
        self.transport.write(chunk(text) if self.is_chunked else text)


def wire_of(scope: Scope) -> Wire | None:
    """Return the connection of a request, or None under a server that does not provide it."""
    transport = scope.get("state", {}).get(CONNECTION)
    return Wire(transport, is_chunked=scope["http_version"] == "1.1") if transport else None


@lru_cache(maxsize=64)
def chunk(text: bytes) -> bytes:
    """Return the text framed as a chunk; cached, as many listeners get the same."""
    return b"%x\r\n%b\r\n" % (len(text), text)


class Listener:
    """One stream. `scope` is its request, `shown` the version it has of each topic; `grants` are the topics of what
    gave it access.
    """

    def __init__(self, scope: Scope, wire: Wire, versions: Mapping[str, int], grants: Iterable[str] = ()) -> None:
        self.scope = scope
        self.wire = wire
        self.shown = dict(versions)
        self.grants = frozenset(grants)
        self.is_open = False  # the response headers and first events were sent
        self.over = asyncio.Event()
        self.beats = 0
        self._news: dict[str, int] = {}
        self._beat = b""

    def announce(self, topic: str, version: int) -> None:
        """Send the version of a topic, if it is newer than the one shown."""
        if is_newer(topic, self._news.get(topic, self.shown[topic]), version):
            self._news[topic] = version
            self.flush()

    def beat(self, text: bytes) -> None:
        """Send a beat event; an unsent earlier one is replaced."""
        self.beats += 1
        self._beat = text
        self.flush()

    def open(self) -> None:
        """Start sending, after the first part of the stream."""
        self.is_open = True
        self.flush()

    def close(self) -> None:
        """End the stream."""
        self.is_open = False
        self.over.set()

    def flush(self) -> None:
        """Write what is to be sent, if the previous message has gone out."""
        if not (self._news or self._beat) or not (self.is_open and self.wire.is_free):
            return
        text, self._beat = self._beat, b""
        if self._news:
            self.shown.update(self._news)
            text = message(tuple(self._news.items())) + text
            self._news = {}
        self.wire.write(text)


@lru_cache(maxsize=64)
def message(news: tuple[tuple[str, int], ...]) -> bytes:
    """Return the event for these versions; cached, as many listeners get the same."""
    return event(dict(news)).encode()


# The hub.


BEAT_INTERVAL = 4.0  # seconds between two beat events of a listener
PARTS = 16  # parts of the listeners, with turns within a beat, so that a message never waits for a thousand beats
RECHECK_BEATS = 15  # beats after which a listener's access is rechecked


class Hub:
    """The listeners of this process. `unread` are topics that changed to an unknown version; `to_recheck` are listeners
    that may have lost access.

    `grants` are the topics of what gave each listener access, with their versions as last read.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.is_closed = False
        self.listeners: set[Listener] = set()
        self.unread: set[str] = set()
        self.to_recheck: set[Listener] = set()
        self.grants: dict[str, int | None] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self.has_listeners, self.wake_up, self.recheck_due = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._by_topic: dict[str, set[Listener]] = {}
        self._parts: list[set[Listener]] = [set() for _ in range(PARTS)]
        self._turn = 0

    @property
    def is_full(self) -> bool:
        """Whether no more streams are accepted."""
        return self.is_closed or len(self.listeners) >= self.most

    @property
    def topics(self) -> set[str]:
        """All watched topics."""
        return {topic for listener in self.listeners for topic in listener.shown}

    def join(self, listener: Listener) -> None:
        """Add a listener. Its topics are read once more, to find what was written since the page's response."""
        for grant in listener.grants:
            self.grants.setdefault(grant, None)
        self.listeners.add(listener)
        self.has_listeners.set()
        min(self._parts, key=len).add(listener)
        for topic in (*listener.shown, *listener.grants):
            self._by_topic.setdefault(topic, set()).add(listener)
        self.mark_unread([*listener.shown, *(grant for grant in listener.grants if self.grants[grant] is None)])
        if self.is_closed:
            listener.close()

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        self.listeners.discard(listener)
        self.to_recheck.discard(listener)
        for part in self._parts:
            part.discard(listener)
        for topic in (*listener.shown, *listener.grants):
            others = self._by_topic.get(topic, set())
            others.discard(listener)
            if not others:
                self._by_topic.pop(topic, None)
                self.grants.pop(topic, None)
        if not self.listeners:
            self.has_listeners.clear()

    def receive(self, versions: Versions) -> None:
        """Announce versions, from any thread; nothing happens in a process whose hub does not run."""
        if self.loop:
            with suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self.announce, versions)

    def announce(self, versions: Versions) -> None:
        """Pass versions on to the listeners of their topics; None means that the topic must be read."""
        for topic, version in versions.items():
            if topic in self.grants:
                self._recheck_if_changed(topic, version)
            elif version is not None:
                for listener in self._by_topic.get(topic, ()):
                    listener.announce(topic, version)
        self.mark_unread(topic for topic, version in versions.items() if version is None)

    def _recheck_if_changed(self, topic: str, version: int | None) -> None:
        """Recheck the listeners of a grant whose version has changed or is unknown."""
        known, self.grants[topic] = self.grants[topic], version
        if version is None or known not in (None, version):
            for listener in self._by_topic[topic]:
                self.recheck(listener)

    def mark_unread(self, topics: Iterable[str]) -> None:
        """Mark those of these topics that are watched to be read as soon as possible."""
        self.unread.update(topic for topic in topics if topic in self._by_topic)
        if self.unread:
            self.wake_up.set()

    def recheck(self, listener: Listener) -> None:
        """Have a listener's access rechecked soon."""
        self.to_recheck.add(listener)
        self.recheck_due.set()

    def beat(self) -> None:
        """Send the server's time to one part of the listeners, and to all of them what slow connections have not got
        yet.
        """
        self._turn = (self._turn + 1) % PARTS
        text = f"event: beat\ndata: {int(time.time() * 1000)}\n\n".encode()
        for listener in self._parts[self._turn]:
            listener.beat(text)
            if listener.beats % RECHECK_BEATS == 0:
                self.recheck(listener)
        for listener in self.listeners:
            listener.flush()

    def close(self) -> None:
        """End all streams with a last event, and refuse new ones, for good."""
        self.is_closed = True
        for listener in self.listeners:
            listener.close()


# Limits on open streams for each address and each session, so that one client cannot take all of them.


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
