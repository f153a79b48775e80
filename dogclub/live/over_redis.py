"""What goes over Redis: the subscription, one in each process and renewed when Redis is back, and a thread that
publishes.
"""

import asyncio
import atexit
import json
import logging
import threading
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from dogclub.live.hub import Hub
from games.live import Versions

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
