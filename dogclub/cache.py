"""The cache in Redis. While Redis is unreachable each process uses its own memory, so no page fails or waits long."""

from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

TIMEOUT = 0.5  # seconds to wait for Redis
AT_ONCE: dict[str, Any] = {
    "retry": Retry(NoBackoff(), 1),
    "socket_connect_timeout": TIMEOUT,
    "socket_timeout": TIMEOUT,
}


class Client:
    """A Redis client whose operations fall back to a local cache on any RedisError."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        self._redis = RedisCacheClient(servers, **AT_ONCE, **options)
        self._own = LocMemCache("redis-is-away", {})

    def __getattr__(self, name: str) -> Any:
        def ask(*args: Any) -> Any:
            try:
                return getattr(self._redis, name)(*args)
            except RedisError:
                return getattr(self._own, name)(*args)

        return ask


class Cache(RedisCache):
    """Django's Redis cache with this client."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
