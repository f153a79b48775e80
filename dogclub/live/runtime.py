"""The hub of this process, what runs beside it for as long as the server does, and how a write gets to it."""

import asyncio
from typing import TYPE_CHECKING

from django.conf import settings

from dogclub.live.access_recheck import AccessRecheck
from dogclub.live.authorize import Pages
from dogclub.live.hub import BEAT, PARTS, Hub
from dogclub.live.watch import Clock, DataVersion, Watch
from dogclub.server.connections import raise_file_limit
from games.live.publish import Versions
from games.live.versions import versions_of

if TYPE_CHECKING:
    from dogclub.live.redis_subscriber import RedisSubscriber

SPARE = 100  # connections for all that is no stream
hub = Hub(settings.LIVE_MOST)


def start_hub(pages: Pages) -> list["asyncio.Task[None]"]:
    """The tasks beside the hub; the caller holds them, or they would be collected."""
    hub.loop = asyncio.get_running_loop()
    hub.most = min(hub.most, max(0, raise_file_limit() - SPARE))
    subscriber = redis_subscriber()
    at = settings.DATABASES["default"]
    is_a_file = at["ENGINE"] == "dogclub.sqlite"
    watch = Watch(
        hub,
        DataVersion(at["NAME"]) if is_a_file else Clock(lambda: subscriber is not None and subscriber.is_up),
        versions_of,
    )
    works = [beat(hub), watch.run(), AccessRecheck(hub, pages).run(), *([subscriber.run()] if subscriber else [])]
    return [asyncio.create_task(work) for work in works]


def redis_subscriber() -> "RedisSubscriber | None":
    """None where there is no Redis. Its library is large, and most clubs have none."""
    if not settings.REDIS_URL:
        return None
    from dogclub.live.redis_subscriber import RedisSubscriber

    return RedisSubscriber(hub, settings.REDIS_URL)


async def beat(hub: Hub) -> None:
    while True:
        await hub.has_listeners.wait()
        await asyncio.sleep(BEAT / PARTS)
        hub.beat()


def publish(versions: Versions) -> None:
    """To the hub of this process, and through Redis to those of all others; best effort."""
    hub.receive(versions)
    if settings.REDIS_URL:
        from dogclub.live.redis_publisher import post  # its library is large, and most clubs have no Redis

        post.put(versions)
