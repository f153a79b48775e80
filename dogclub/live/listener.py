"""One open stream: what it has not been sent yet. One value a topic, so a slow reader never makes a queue."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache

from dogclub.live.wire import Wire
from dogclub.server.messages import Scope
from games.live.publish import event, is_newer


class Listener:
    """`scope` is what it asked, `shown` the version it knows of each topic; `grants` are what gave it access."""

    def __init__(self, scope: Scope, wire: Wire, versions: Mapping[str, int], grants: Iterable[str] = ()) -> None:
        self.scope = scope
        self.wire = wire
        self.shown = dict(versions)
        self.grants = frozenset(grants)
        self.is_open = False  # its beginning is sent
        self.over = asyncio.Event()
        self.beats = 0
        self._news: dict[str, int] = {}
        self._beat = b""

    def announce(self, topic: str, version: int) -> None:
        if is_newer(topic, self._news.get(topic, self.shown[topic]), version):
            self._news[topic] = version
            self.flush()

    def beat(self, text: bytes) -> None:
        self.beats += 1
        self._beat = text
        self.flush()

    def open(self) -> None:
        self.is_open = True
        self.flush()

    def close(self) -> None:
        self.is_open = False
        self.over.set()

    def flush(self) -> None:
        """Sends what there is to say, if the last message is sent."""
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
    """The same words for everybody who is told the same."""
    return event(dict(news)).encode()
