"""Counters of this process since its start, for monitoring, without personal data."""

import threading
from collections import Counter

COUNTED: Counter[str] = Counter(entries=0, conflicts=0, sheets=0)
_lock = threading.Lock()


def count(what: str, number: int = 1) -> None:
    """Add to a counter; safe in threads."""
    with _lock:
        COUNTED[what] += number
