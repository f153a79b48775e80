"""Giving back what the engine keeps: its caches hold about 100 MB after a sheet, and an idle server should be small.

The engine forgets a cached result ten compilations after its last use. So a moment after the last sheet, ten empty
ones are compiled and the freed memory is returned to the system; a run of sheets keeps its caches.
"""

import ctypes
import threading

IDLE = 2.0  # seconds without a sheet
_COMPILATIONS = 11
_lock = threading.Lock()
_waiting: threading.Timer | None = None


def forget_soon() -> None:
    """Forget when no further sheet comes within two seconds."""
    global _waiting
    with _lock:
        if _waiting is not None:
            _waiting.cancel()
        _waiting = threading.Timer(IDLE, forget)
        _waiting.daemon = True
        _waiting.start()


def evict() -> None:
    """Let the engine forget what it keeps of the last pages."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    for _ in range(_COMPILATIONS):
        typst.compile(b"", font_paths=fonts, ignore_system_fonts=True)


def forget() -> None:
    """Forget now, and give the memory back."""
    evict()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
    if trim is not None:
        trim(0)
