"""The request of this thread, its route, and counters of requests by route.

The counters are plain numbers, so that a server without monitoring need not load prometheus_client.
"""

import threading
from bisect import bisect_left
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field

from django.http import HttpRequest

CURRENT: ContextVar[HttpRequest | None] = ContextVar("request", default=None)  # what this thread is answering
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


def route_of(request: HttpRequest) -> str:
    """Return the name of the route, which is the same for every club; "none" where nothing matched."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else "none"


@dataclass
class Timing:
    """Durations of one route: their sum in seconds, and how many requests ended in each bucket, the last for longer
    ones.
    """

    seconds: float = 0.0
    ended: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))

    def buckets(self) -> list[tuple[str, float]]:
        """Return (upper limit, cumulative count) for each bucket, as a Prometheus histogram needs them."""
        sums, total = [], 0
        for limit, number in zip([*map(str, BUCKETS), "+Inf"], self.ended, strict=True):
            total += number
            sums.append((limit, float(total)))
        return sums


class Requests:
    """Counts by (route name, status class such as "2xx") and durations by route, since the process started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.answered: Counter[tuple[str, str]] = Counter()
        self.timings: dict[str, Timing] = {}

    def add(self, route: str, status: int, seconds: float) -> None:
        """Count a response; `seconds` is how long it took."""
        with self._lock:
            self.answered[route, f"{status // 100}xx"] += 1
            timing = self.timings.get(route) or self.timings.setdefault(route, Timing())
            timing.seconds += seconds
            timing.ended[bisect_left(BUCKETS, seconds)] += 1


requests = Requests()
