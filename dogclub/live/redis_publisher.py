"""A thread that publishes to Redis what this process writes, if Redis is configured."""

import atexit
import json
import logging
import threading

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from dogclub.live.redis_subscriber import channel
from games.live.publish import Versions

logger = logging.getLogger(__name__)
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
