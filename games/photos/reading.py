"""Reading of an uploaded photo, reduced in size but still legible."""

import io
from dataclasses import dataclass
from typing import IO

from django.http import HttpRequest
from django.utils.translation import gettext as _
from PIL import Image

from clubs.pictures import reading as pictures
from clubs.pictures.heic import NAMED, PHOTO, READS_HEIC, refuse_unread
from clubs.pictures.reading import Refused

LIMITS = PHOTO
LARGEST = 700_000  # bytes
STORED = pictures.Limits(1_000_000, 8_000_000, ("JPEG",), "JPEG")
END_OF_IMAGE = b"\xff\xd9"
# (longest side in pixels, JPEG quality), tried in order until the file is small enough; the last always is.
STEPS = ((2400, 80), (2400, 65), (2000, 60), (1600, 55), (1200, 45), (800, 35))


@dataclass(frozen=True)
class Photo:
    """A JPEG without metadata."""

    image: bytes
    width: int
    height: int


def read_photo(file: IO[bytes], size: int) -> Photo:
    """Read an upload and return the photo to be stored. Raises pictures.Refused."""
    refuse_unread(file, LIMITS)
    with pictures.opened(file, size, LIMITS, STEPS[0][0]) as whole:
        picture = pictures.on_white(whole)
        for side, quality in STEPS:
            small = pictures.fitted(picture, side)
            image = pictures.written(small, "JPEG", quality=quality, optimize=True)
            if len(image) <= LARGEST:
                break
    return Photo(image, *small.size)


def read_archived_photo(file: IO[bytes], size: int) -> Photo:
    """Read a photo from an archive: unchanged if it is as `read_photo` makes them, else converted. Raises
    pictures.Refused.
    """
    with pictures.opened(file, size, STORED) as picture:
        width, height = picture.size
    file.seek(0)
    image = file.read()
    if size > LARGEST or max(width, height) > STEPS[0][0] or not _is_bare(image):
        file.seek(0)
        return read_photo(file, size)
    return Photo(image, width, height)


def _is_bare(image: bytes) -> bool:
    """Whether a JPEG has no metadata, and no bytes after its end."""
    with Image.open(io.BytesIO(image)) as picture:
        says = [name for name, content in getattr(picture, "applist", []) if not content.startswith(b"JFIF\0")]
    return not says and image.endswith(END_OF_IMAGE)


FIELD = "photo"
CHOICE = {"photo_formats": NAMED, "reads_heic": READS_HEIC}  # template context of the form


def photo_in(request: HttpRequest) -> Photo:
    """Read the first photo of the form. Raises Refused."""
    for file in request.FILES.getlist(FIELD):
        return read_photo(file, file.size or 0)
    raise Refused(_("Take a photo or choose a file first."))
