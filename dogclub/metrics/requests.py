"""Requests counted by route: plain numbers, so that a server nobody monitors loads no library for it."""

import threading
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


@dataclass
class Timing:
    """How long the requests of one route took: how many ended in each bucket, the last for all that took longer."""

    seconds: float = 0.0
    ended: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))

    def buckets(self) -> list[tuple[str, float]]:
        """Counted up, as a histogram wants them."""
        sums, total = [], 0
        for limit, number in zip([*map(str, BUCKETS), "+Inf"], self.ended, strict=True):
            total += number
            sums.append((limit, float(total)))
        return sums


class Requests:
    """All requests since the start, by the name of their route; there are no more names than routes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.answered: Counter[tuple[str, str]] = Counter()
        self.timings: dict[str, Timing] = {}

    def add(self, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self.answered[route, f"{status // 100}xx"] += 1
            timing = self.timings.setdefault(route, Timing())
            timing.seconds += seconds
            timing.ended[bisect_left(BUCKETS, seconds)] += 1


requests = Requests()
