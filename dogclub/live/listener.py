"""One open stream, with what is still to be sent: one value for each topic, so that a slow reader never builds up a
queue.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from dogclub.server.protocol import CONNECTION, Scope
from games.live import event, is_newer

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
