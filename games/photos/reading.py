"""A photo of a sheet, made small enough to keep and large enough to read."""

import io
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from PIL import Image

from clubs import pictures

READS_HEIC = False
with suppress(ImportError):  # an extra of its own, see docs/developers/adr/0054
    from pillow_heif import register_heif_opener

    register_heif_opener(thumbnails=False)
    READS_HEIC = True

NAMED = "JPEG, PNG, WebP or HEIC" if READS_HEIC else "JPEG, PNG or WebP"
LIMITS = pictures.Limits(10_000_000, 60_000_000, ("JPEG", "PNG", "WEBP", *(["HEIF"] * READS_HEIC)), NAMED)
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheim", b"ftyphevc")
NO_HEIC = (
    "This is a HEIC photo, which this server cannot read. Choose it on the phone itself, which sends a JPEG, or save "
    "it as JPEG first."
)
LARGEST = 700_000  # bytes
KEPT = pictures.Limits(1_000_000, 8_000_000, ("JPEG",), "JPEG")
END_OF_IMAGE = b"\xff\xd9"
# The longest side in pixels and the quality, until one of them is small enough; the last is, whatever is on it.
STEPS = ((2400, 80), (2400, 65), (2000, 60), (1600, 55), (1200, 45), (800, 35))


@dataclass(frozen=True)
class Photo:
    """A JPEG with nothing in it but the pixels."""

    image: bytes
    width: int
    height: int


def read_photo(file: IO[bytes], size: int) -> Photo:
    """As it will be kept. Raises pictures.Refused."""
    head = file.read(12)
    file.seek(0)
    if head[4:] in HEIC and "HEIF" not in LIMITS.formats:
        raise pictures.Refused(NO_HEIC)
    with pictures.opened(file, size, LIMITS, STEPS[0][0]) as whole:
        picture = pictures.on_white(whole)
        for side, quality in STEPS:
            small = pictures.fitted(picture, side)
            image = pictures.written(small, "JPEG", quality=quality, optimize=True)
            if len(image) <= LARGEST:
                break
    return Photo(image, *small.size)


def as_kept(file: IO[bytes], size: int) -> Photo:
    """One that was kept before, as it is where it needs no work; else made anew. Raises pictures.Refused."""
    with pictures.opened(file, size, KEPT) as picture:
        width, height = picture.size
    file.seek(0)
    image = file.read()
    if size > LARGEST or max(width, height) > STEPS[0][0] or not _is_bare(image):
        file.seek(0)
        return read_photo(file, size)
    return Photo(image, width, height)


def _is_bare(image: bytes) -> bool:
    """Whether it says nothing beside its pixels, and nothing stands behind its end."""
    with Image.open(io.BytesIO(image)) as picture:
        says = [name for name, content in getattr(picture, "applist", []) if not content.startswith(b"JFIF\0")]
    return not says and image.endswith(END_OF_IMAGE)
