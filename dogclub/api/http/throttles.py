"""Rate limits of the API; the rates are in the settings."""

from typing import Any, Literal

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from clubs.models import ApiKey

SAFE = ("GET", "HEAD", "OPTIONS")
SKEW = 1  # seconds by which the clocks of several servers may differ
Rate = Literal["", "score", "guess"]


class Throttle(SimpleRateThrottle):
    """Counts by key, else by account, else by address. Without a rate of their own, reads and writes are
    counted apart.
    """

    def __init__(self, rate: Rate = "") -> None:
        self.scope = rate or None

    def allow_request(self, request: Request, view: Any) -> bool:
        self.scope = self.scope or ("read" if request.method in SAFE else "write")
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        self.drop_future_requests(self.get_cache_key(request, view))
        return bool(super().allow_request(request, view))

    def drop_future_requests(self, key: str) -> None:
        """Remove requests later than now, so that nobody is blocked after the clock was set back.

        A monotonic clock is no alternative: servers that share a cache have each their own.
        """
        seen, now = self.cache.get(key, []), self.timer()
        past = [at for at in seen if at <= now + SKEW]
        if len(past) < len(seen):
            self.cache.set(key, past, self.duration)

    def get_cache_key(self, request: Request, view: Any) -> str:
        # Clients that guess keys are counted by address.
        who = self.get_ident(request) if self.scope == "guess" else self.who(request)
        return f"api.{self.scope}.{who}"

    def who(self, request: Request) -> str:
        """Return whom a request is counted for, as part of the cache key."""
        if isinstance(request.auth, ApiKey):
            return f"key.{request.auth.pk}"
        return f"user.{request.user.pk}" if request.user.is_authenticated else f"address.{self.get_ident(request)}"
