"""The subscription to Redis: one in each process, renewed when Redis is back."""

import asyncio
import json
import logging
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac
from redis.asyncio import Redis
from redis.exceptions import RedisError

from dogclub.live.hub import Hub

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
        client = Redis.from_url(self.url, socket_connect_timeout=2, socket_timeout=2)
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
