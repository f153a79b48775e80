"""Who listens to what. Everything is on the event loop, and nothing waits; other threads come by `receive`."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress

from dogclub.live.listener import Listener
from games.live.publish import Versions

BEAT = 4.0  # seconds between two signs of life
PARTS = 16  # of the listeners, each with its turn within a beat, so that nobody waits behind a thousand beats
RECHECK_BEATS = 15  # beats after which a listener's way in is looked at again


class Hub:
    """`unread` are topics that changed, nobody said to what; `to_recheck` whoever may have lost the way in.

    `grants` are what gave each listener access, with its number in the database as last read.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.is_closed = False
        self.listeners: set[Listener] = set()
        self.unread: set[str] = set()
        self.to_recheck: set[Listener] = set()
        self.grants: dict[str, int | None] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self.has_listeners, self.nudge, self.recheck_due = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._by_topic: dict[str, set[Listener]] = {}
        self._parts: list[set[Listener]] = [set() for _ in range(PARTS)]
        self._turn = 0

    @property
    def is_full(self) -> bool:
        return self.is_closed or len(self.listeners) >= self.most

    @property
    def topics(self) -> set[str]:
        """All that is watched."""
        return {topic for listener in self.listeners for topic in listener.shown}

    def join(self, listener: Listener) -> None:
        """What was written between the page's answer and now is found by reading once more."""
        for grant in listener.grants:
            self.grants.setdefault(grant, None)
        self.listeners.add(listener)
        self.has_listeners.set()
        min(self._parts, key=len).add(listener)
        for topic in (*listener.shown, *listener.grants):
            self._by_topic.setdefault(topic, set()).add(listener)
        self.look_up([*listener.shown, *(grant for grant in listener.grants if self.grants[grant] is None)])
        if self.is_closed:
            listener.close()

    def leave(self, listener: Listener) -> None:
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
        """From any thread; a hub that is not running has nobody to tell."""
        if self.loop:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self.loop.call_soon_threadsafe(self.announce, versions)

    def announce(self, versions: Versions) -> None:
        for topic, version in versions.items():
            if topic in self.grants:
                self._recheck_if_changed(topic, version)
            elif version is not None:
                for listener in self._by_topic.get(topic, ()):
                    listener.announce(topic, version)
        self.look_up(topic for topic, version in versions.items() if version is None)

    def _recheck_if_changed(self, topic: str, version: int | None) -> None:
        """Whoever came in by it is asked again, unless it is as it was."""
        known, self.grants[topic] = self.grants[topic], version
        if version is None or known not in (None, version):
            for listener in self._by_topic[topic]:
                self.recheck(listener)

    def look_up(self, topics: Iterable[str]) -> None:
        """Of these, the watched ones are read as soon as can be."""
        self.unread.update(topic for topic in topics if topic in self._by_topic)
        if self.unread:
            self.nudge.set()

    def recheck(self, listener: Listener) -> None:
        self.to_recheck.add(listener)
        self.recheck_due.set()

    def beat(self) -> None:
        """One turn: a part of the listeners hears what time it is here, and whoever was slow what there was to say."""
        self._turn = (self._turn + 1) % PARTS
        text = f"event: beat\ndata: {int(time.time() * 1000)}\n\n".encode()
        for listener in self._parts[self._turn]:
            listener.beat(text)
            if listener.beats % RECHECK_BEATS == 0:
                self.recheck(listener)
        for listener in self.listeners:
            listener.flush()

    def close(self) -> None:
        """For good: everybody is told goodbye, and nobody comes in any more."""
        self.is_closed = True
        for listener in self.listeners:
            listener.close()
