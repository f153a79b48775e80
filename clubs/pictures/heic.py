"""HEIC, the photo format of phones: read if its decoder, an optional dependency, is installed (ADR 54)."""

from importlib.util import find_spec
from typing import IO

from django.utils.translation import gettext_lazy

from clubs.pictures import reading as pictures

READS_HEIC = find_spec("pillow_heif") is not None
NAMED = gettext_lazy("JPEG, PNG, WebP or HEIC") if READS_HEIC else gettext_lazy("JPEG, PNG or WebP")
FORMATS = ("JPEG", "PNG", "WEBP", *(["HEIF"] * READS_HEIC))
ACCEPTED = ",".join(f"image/{each}" for each in ("jpeg", "png", "webp", *(["heic", "heif"] * READS_HEIC)))
PHOTO = pictures.Limits(10_000_000, FORMATS, NAMED)
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheim", b"ftyphevc")
NO_HEIC = gettext_lazy(
    "This is a HEIC photo, which this server cannot read. Choose it on the phone itself, which sends a JPEG, or save "
    "it as JPEG first."
)


def refuse_unread(file: IO[bytes], limits: pictures.Limits) -> None:
    """Raise pictures.PictureRefused for a HEIC photo if there is no decoder."""
    head = file.read(12)
    file.seek(0)
    if head[4:] in HEIC and "HEIF" not in limits.formats:
        raise pictures.PictureRefused(NO_HEIC)
