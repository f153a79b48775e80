"""Release of Typst's caches: they hold about 100 MB after a sheet, and an idle server should be small.

Typst drops a cached result ten compilations after its last use. So shortly after the last sheet, eleven empty documents
are compiled and the freed memory is returned to the system; consecutive sheets share the caches.
"""

import ctypes
import threading

IDLE = 2.0  # seconds without a sheet
_COMPILATIONS = 11
_lock = threading.Lock()
_waiting: threading.Timer | None = None


def forget_soon() -> None:
    """Release the caches if no further sheet is made within two seconds."""
    global _waiting
    with _lock:
        if _waiting is not None:
            _waiting.cancel()
        _waiting = threading.Timer(IDLE, forget)
        _waiting.daemon = True
        _waiting.start()


def evict() -> None:
    """Make Typst drop its cached results."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    for _ in range(_COMPILATIONS):
        typst.compile(b"", font_paths=fonts, ignore_system_fonts=True)


def forget() -> None:
    """Release the caches now, and return the memory to the system."""
    evict()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
    if trim is not None:
        trim(0)
