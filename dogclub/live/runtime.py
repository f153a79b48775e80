"""The hub of this process, its background tasks, and the function that announces writes."""

import asyncio
from typing import TYPE_CHECKING

from django.conf import settings

from dogclub.live.access_recheck import AccessRecheck
from dogclub.live.authorize import Pages
from dogclub.live.hub import BEAT_INTERVAL, PARTS, Hub
from dogclub.live.watch import Clock, DataVersion, Watch
from dogclub.server.connections import raise_file_limit
from games.live.publish import Versions
from games.live.versions import versions_of

if TYPE_CHECKING:
    from dogclub.live.redis_subscriber import RedisSubscriber

SPARE = 100  # file descriptors for everything that is not a stream
hub = Hub(settings.LIVE_MOST)


def start_hub(pages: Pages) -> list["asyncio.Task[None]"]:
    """Start the hub's tasks and return them; the caller must keep a reference, or they would be garbage-collected."""
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
    """Return the subscriber, or None without Redis. Its library is imported only if needed, as it is slow to import."""
    if not settings.REDIS_URL:
        return None
    from dogclub.live.redis_subscriber import RedisSubscriber

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
        from dogclub.live.redis_publisher import publisher  # slow to import, and most installations have no Redis

        publisher.put(versions)
