"""Types as msgspec needs them, worked out by one thread at a time.

msgspec (0.22) takes a struct for known before it has worked out its fields. A second thread that reads into the same
struct in that moment finds nothing where a type should be, and the process dies of it: a server that has just started
and is asked by several tablets at once.
"""

from threading import Lock
from typing import TypeVar

import msgspec

T = TypeVar("T")

_lock = Lock()
_known: set[object] = set()


def resolved(into: type[T]) -> type[T]:
    """The same type, safe to read into from any thread.

    >>> msgspec.convert([1, 2], resolved(tuple[int, int]))
    (1, 2)
    """
    if into not in _known:
        with _lock:
            msgspec.json.Decoder(into)
            _known.add(into)
    return into
