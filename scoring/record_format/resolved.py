"""Thread-safe resolution of types for msgspec.

msgspec (0.22) marks a struct as known before it has resolved its fields. A second thread that reads into the same
struct at that moment finds a missing type, and the process crashes: this happens to a server that has just started and
gets requests from several tablets at once.
"""

from threading import Lock
from typing import TypeVar

import msgspec

T = TypeVar("T")

_lock = Lock()
_known: set[object] = set()


def resolved(into: type[T]) -> type[T]:
    """Return the same type once msgspec has resolved it, so that any thread can read into it.

    >>> msgspec.convert([1, 2], resolved(tuple[int, int]))
    (1, 2)
    """
    if into not in _known:
        with _lock:
            msgspec.json.Decoder(into)
            _known.add(into)
    return into
