"""Where a write is told: to the hub of this process, and through Redis to those of all others. Best effort."""

from django.conf import settings

from dogclub.live.house import hub
from games.live import Versions


def send(versions: Versions) -> None:
    hub.hear(versions)
    if settings.REDIS_URL:
        from dogclub.live.post import post  # its library is large, and most houses have no Redis

        post.put(versions)
