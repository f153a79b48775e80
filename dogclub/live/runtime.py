"""The hub of this process, and what goes on about it for as long as the server runs."""

import asyncio
from typing import TYPE_CHECKING

from django.conf import settings

from dogclub.live.access_recheck import AccessRecheck
from dogclub.live.authorize import Pages
from dogclub.live.hub import BEAT, PARTS, Hub
from dogclub.live.watch import Clock, DataVersion, Watch
from dogclub.server.connections import raise_file_limit
from games.live.versions import versions_of

if TYPE_CHECKING:
    from dogclub.live.redis_subscriber import Line

SPARE = 100  # connections for all that is no stream
hub = Hub(settings.LIVE_MOST)


def open_house(pages: Pages) -> list["asyncio.Task[None]"]:
    """Whoever opens it keeps the tasks, or they would be forgotten."""
    hub.loop = asyncio.get_running_loop()
    hub.most = min(hub.most, max(0, raise_file_limit() - SPARE))
    line = a_line()
    at = settings.DATABASES["default"]
    is_a_file = at["ENGINE"] == "dogclub.sqlite"
    watch = Watch(
        hub, DataVersion(at["NAME"]) if is_a_file else Clock(lambda: line is not None and line.is_up), versions_of
    )
    works = [beat(hub), watch.run(), AccessRecheck(hub, pages).run(), *([line.run()] if line else [])]
    return [asyncio.create_task(work) for work in works]


def a_line() -> "Line | None":
    """Its library is large, and most houses have no Redis."""
    if not settings.REDIS_URL:
        return None
    from dogclub.live.redis_subscriber import Line

    return Line(hub, settings.REDIS_URL)


async def beat(hub: Hub) -> None:
    while True:
        await hub.company.wait()
        await asyncio.sleep(BEAT / PARTS)
        hub.beat()
