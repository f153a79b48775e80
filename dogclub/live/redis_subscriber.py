"""The line to Redis: one subscription a process, taken up again by itself whenever Redis is back."""

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
AGAIN = 1.0  # seconds after which a Redis that is away is tried again
QUIET = 1.5  # seconds of silence after which it is asked whether it is still there, and after which it is not


def channel() -> str:
    """Of this installation alone: those of one Redis share its channels, whichever database each keeps to."""
    name = salted_hmac("dogclub.live", str(settings.DATABASES["default"]["NAME"])).hexdigest()[:16]
    return f"dogclub-live-{name}"


class RedisSubscriber:
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
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        """For as long as somebody is there to be told."""
        client = Redis.from_url(self.url, socket_connect_timeout=2, socket_timeout=2)
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(channel())
            is_asked = True
            while self.hub.has_listeners.is_set():
                message = await subscription.get_message(timeout=QUIET)
                if message:
                    self.take(message)
                elif is_asked:
                    raise TimeoutError  # it is connected, and says nothing
                else:
                    await subscription.ping()
                is_asked = not message

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._turn(is_up=True)
        elif message["type"] == "message":
            self.hub.announce(json.loads(message["data"]))

    def _turn(self, *, is_up: bool) -> None:
        """Something may have been missed; also where the library took the line up again by itself."""
        if is_up or self.is_up:
            self.is_up = is_up
            self.hub.look_up(self.hub.topics | self.hub.grants.keys())
