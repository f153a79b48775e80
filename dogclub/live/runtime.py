"""The hub of this process, its background tasks, what goes over Redis, and the function that announces writes."""

import asyncio
import atexit
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils.crypto import salted_hmac
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from dogclub.live.hub import BEAT_INTERVAL, PARTS, Hub
from dogclub.live.streams import AccessRecheck, Pages
from dogclub.server.pool import Pool
from dogclub.server.protocol import raise_file_limit
from games.live import Versions, versions_of

logger = logging.getLogger(__name__)
RETRY_AFTER = 1.0  # seconds between two attempts to connect
PING_AFTER = 1.5  # seconds of silence before a ping, and after it before the connection counts as lost


def channel() -> str:
    """Return the channel of this installation: several may share one Redis, in which channels are common to all
    databases.
    """
    name = salted_hmac("dogclub.live", str(settings.DATABASES["default"]["NAME"])).hexdigest()[:16]
    return f"dogclub-live-{name}"


class RedisSubscriber:
    """Passes messages from Redis to the hub."""

    def __init__(self, hub: Hub, url: str) -> None:
        self.hub = hub
        self.url = url
        self.is_up = False

    async def run(self) -> None:
        while True:
            await self.hub.has_listeners.wait()
            try:
                await self._listen()
            except (RedisError, OSError, ValueError):
                if self.is_up:
                    logger.warning("Redis is away: what is watched is read from the database until it is back.")
            self._turn(is_up=False)
            await asyncio.sleep(RETRY_AFTER)

    async def _listen(self) -> None:
        """Receive messages while there are listeners."""
        client = AsyncRedis.from_url(self.url, socket_connect_timeout=2, socket_timeout=2)
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(channel())
            is_asked = True
            while self.hub.has_listeners.is_set():
                message = await subscription.get_message(timeout=PING_AFTER)
                if message:
                    self.take(message)
                elif is_asked:
                    raise TimeoutError  # connected, but no reply to the ping
                else:
                    await subscription.ping()
                is_asked = not message

    def take(self, message: dict[str, Any]) -> None:
        """Handle one message of the subscription."""
        if message["type"] == "subscribe":
            self._turn(is_up=True)
        elif message["type"] == "message":
            self.hub.announce(json.loads(message["data"]))

    def _turn(self, *, is_up: bool) -> None:
        """Have everything watched read: a message may have been lost, also if the library reconnected by itself."""
        if is_up or self.is_up:
            self.is_up = is_up
            self.hub.mark_unread(self.hub.topics | self.hub.grants.keys())


# A thread that publishes to Redis what this process writes, if Redis is configured.

TIMEOUT = 1  # seconds to wait for Redis, and for unsent messages when a command ends


class Publisher:
    """A thread that publishes to Redis, so that no request waits for it. Failed messages are not repeated: other
    processes also poll.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, int | None] = {}
        self._changed = threading.Condition()
        self._is_busy = False
        self._thread: threading.Thread | None = None

    def put(self, versions: Versions) -> None:
        """Publish versions soon; a newer version of a topic replaces one that is not sent yet."""
        with self._changed:
            self._waiting.update(versions)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="live", daemon=True)
                self._thread.start()
                atexit.register(self.finish)
            self._changed.notify_all()

    def finish(self) -> None:
        """Wait until all is sent, so that a short command publishes what it wrote."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._waiting or self._is_busy), TIMEOUT)

    def _work(self) -> None:
        client = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                versions, self._waiting, self._is_busy = self._waiting, {}, True
            try:
                client.publish(channel(), json.dumps(versions))
            except (RedisError, OSError) as error:
                logger.info("Redis was not told of %s: %s", ", ".join(versions), error)
            with self._changed:
                self._is_busy = False
                self._changed.notify_all()


publisher = Publisher()


# The hub of this process and its background tasks.


# Polling for writes that were not announced to this process: in SQLite as soon as another process writes, else at
# intervals.


Read: TypeAlias = Callable[[Iterable[str]], Mapping[str, int]]
POLL_INTERVAL = 0.1  # seconds between two reads of SQLite's data_version
UNNOTIFIED_INTERVAL = 2.0  # seconds between two reads of all that is watched, without Redis
NOTIFIED_INTERVAL = 20.0  # the same with Redis
GRANTS_INTERVAL = 1.5  # least seconds between two reads of the grants
MIN_INTERVAL = 0.02  # least seconds between two reads


class Source(Protocol):
    """Says whether there may be something to read; `pause` is the seconds to wait before the next check."""

    def pause(self) -> float: ...
    def has_news(self) -> bool: ...


class DataVersion:
    """SQLite's counter of commits by other connections; a check takes five microseconds and no lock."""

    def __init__(self, file: Path | str) -> None:
        self.file = file
        self._connection: sqlite3.Connection | None = None
        self._last: int | None = None

    def pause(self) -> float:
        return POLL_INTERVAL

    def has_news(self) -> bool:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self.file, timeout=0)
            now = int(self._connection.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return False
        last, self._last = self._last, now
        return now != last


class Clock:
    """A source for databases without such a counter: reads at intervals, longer ones while Redis announces writes."""

    def __init__(self, is_notified: Callable[[], bool]) -> None:
        self.is_notified = is_notified
        self._last = 0.0

    def pause(self) -> float:
        return max(
            0.0, self._last + (NOTIFIED_INTERVAL if self.is_notified() else UNNOTIFIED_INTERVAL) - time.monotonic()
        )

    def has_news(self) -> bool:
        if self.pause():
            return False
        self._last = time.monotonic()
        return True


class Watch:
    """Reads the changed topics in a thread of its own and announces them to the hub."""

    def __init__(self, hub: Hub, source: Source, read: Read) -> None:
        self.hub = hub
        self.source = source
        self.read = read
        self.pool = Pool(1)
        self._grants_are_due = False  # whether the grants are to be read
        self._grants_read_at = 0.0

    async def run(self) -> None:
        while True:
            await self.hub.has_listeners.wait()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hub.wake_up.wait(), self.source.pause())
            await self.check()

    async def check(self) -> None:
        """Check the source once, and read what is to be read."""
        if self.source.has_news():
            self.hub.mark_unread(self.hub.topics)
            self._grants_are_due = True
        if self._grants_are_due and time.monotonic() - self._grants_read_at >= GRANTS_INTERVAL:
            self.hub.mark_unread(self.hub.grants)
            self._grants_are_due, self._grants_read_at = False, time.monotonic()
        topics, self.hub.unread = self.hub.unread, set()
        self.hub.wake_up.clear()
        if topics:
            await self._read(topics)

    async def _read(self, topics: set[str]) -> None:
        try:
            self.hub.announce(await self.pool.run(partial(in_a_thread, self.read, topics)))
            await asyncio.sleep(MIN_INTERVAL)
        except DatabaseError as error:
            logger.warning("What is watched could not be read, it is read again: %s", type(error).__name__)
            self.hub.unread |= topics
            await asyncio.sleep(RETRY_AFTER)


def in_a_thread(read: Read, topics: set[str]) -> Mapping[str, int]:
    """Call `read` with fresh database connections, as it runs outside a request."""
    close_old_connections()
    try:
        return read(topics)
    finally:
        close_old_connections()


SPARE = 100  # file descriptors for everything that is not a stream
hub = Hub(settings.LIVE_MOST)


def start_hub(pages: Pages) -> list["asyncio.Task[None]"]:
    """Start the hub's tasks and return them; the caller must keep a reference, or they would be garbage-collected."""
    hub.loop = asyncio.get_running_loop()
    hub.most = min(hub.most, max(0, raise_file_limit() - SPARE))
    subscriber = redis_subscriber()
    at = settings.DATABASES["default"]
    is_a_file = at["ENGINE"] == "dogclub.server.sqlite"
    watch = Watch(
        hub,
        DataVersion(at["NAME"]) if is_a_file else Clock(lambda: subscriber is not None and subscriber.is_up),
        versions_of,
    )
    works = [beat(hub), watch.run(), AccessRecheck(hub, pages).run(), *([subscriber.run()] if subscriber else [])]
    return [asyncio.create_task(work) for work in works]


def redis_subscriber() -> "RedisSubscriber | None":
    """Return the subscriber, or None without Redis. Its library is imported only if needed, as it is slow to import."""
    if not settings.REDIS_URL:
        return None

    return RedisSubscriber(hub, settings.REDIS_URL)


async def beat(hub: Hub) -> None:
    """Run the hub's beat while there are listeners."""
    while True:
        await hub.has_listeners.wait()
        await asyncio.sleep(BEAT_INTERVAL / PARTS)
        hub.beat()


def publish(versions: Versions) -> None:
    """Announce versions to the hub of this process, and through Redis to those of all others; best effort."""
    hub.receive(versions)
    if settings.REDIS_URL:
        publisher.put(versions)
