"""Where a write is told: to the hub of this process, and through Redis to those of all others. Best effort."""

from django.conf import settings

from dogclub.live.runtime import hub
from games.live.publish import Versions


def send(versions: Versions) -> None:
    hub.hear(versions)
    if settings.REDIS_URL:
        from dogclub.live.redis_publisher import post  # its library is large, and most houses have no Redis

        post.put(versions)
