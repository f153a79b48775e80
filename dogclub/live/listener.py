"""One open stream, with what is still to be sent: one value for each topic, so that a slow reader never builds up a
queue.
"""

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache

from dogclub.live.wire import Wire
from dogclub.server.messages import Scope
from games.live.publish import event, is_newer


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
