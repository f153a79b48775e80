"""What this process has done since it began, for whoever watches it: a few numbers, and nothing of whom."""

import threading
from collections import Counter

COUNTED: Counter[str] = Counter(entries=0, conflicts=0, sheets=0)
_lock = threading.Lock()


def count(what: str, number: int = 1) -> None:
    with _lock:
        COUNTED[what] += number
