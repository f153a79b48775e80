"""The link of a match as a QR code: a tiny one-bit picture, drawn sharp at any size."""

import functools
import io

import segno

MASK = 2  # any of the eight can be read; trying all of them to find the prettiest takes six times as long


@functools.lru_cache(maxsize=128)
def png(link: str) -> bytes:
    """The code as PNG, one pixel a module, without the quiet zone: the paper round it is white."""
    held = io.BytesIO()
    segno.make(link, micro=False, error="m", mask=MASK).save(held, kind="png", scale=1, border=0)
    return held.getvalue()
