"""Reading of uploaded images: only the pixels are kept, turned upright."""

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image, ImageOps

from clubs.language.locales import decimal, grouped

SVG = gettext_lazy("SVG files are not accepted. Save the picture as PNG and choose that file.")
ANIMATED = gettext_lazy("This picture is animated. Choose one that does not move.")
DAMAGED = gettext_lazy("This picture is damaged and cannot be read to its end. Save it again, or choose another one.")
# What Pillow raises for files that are not images, damaged, or decompression bombs.
BROKEN = (OSError, ValueError, SyntaxError, EOFError, OverflowError, MemoryError, Image.DecompressionBombError)
_one_at_a_time = threading.Lock()  # a decoded image needs up to 150 MB


class Refused(ValueError):
    """Raised for an image that cannot be used; the text says why, and what to do."""


NAMED = gettext_lazy("PNG, JPEG or WebP")


@dataclass(frozen=True)
class Limits:
    """What is accepted: bytes of the file, pixels of the image, Pillow's formats, and their names for messages."""

    most_bytes: int
    most_pixels: int
    formats: tuple[str, ...] = ("PNG", "JPEG", "WEBP")
    named: str | Promise = NAMED


@contextmanager
def opened(file: IO[bytes], size: int, limits: Limits, side: int = 0) -> Iterator[Image.Image]:
    """Yield the decoded image in RGB or RGBA, one at a time in a process. Raise Refused.

    A JPEG far larger than `side` pixels is decoded at a half, a quarter or an eighth of its size; 0 for full size.
    """
    if size > limits.most_bytes:
        words = _("{size} MB is too large; {most} MB is the most. Make the picture smaller.")
        raise Refused(words.format(size=decimal(size / 1_000_000, 1), most=limits.most_bytes // 1_000_000))
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # its size is checked below
        yield _upright(_checked(file, limits), side)


def _checked(file: IO[bytes], limits: Limits) -> Image.Image:
    """Return the image after checks of its header; nothing is decoded yet."""
    head = file.read(512)
    file.seek(0)
    try:
        picture = Image.open(file, formats=limits.formats)
    except Image.DecompressionBombError as error:
        raise Refused(_too_many(limits)) from error
    except BROKEN as error:
        is_svg = b"<svg" in head or head.lstrip().startswith(b"<?xml")
        raise Refused(SVG if is_svg else _no_picture(limits)) from error
    if picture.width * picture.height > limits.most_pixels:
        raise Refused(
            _("This picture is {width} × {height} pixels. {too_many}").format(
                width=grouped(picture.width), height=grouped(picture.height), too_many=_too_many(limits)
            )
        )
    # Phones store further images in a JPEG or HEIC.
    if picture.format not in ("MPO", "HEIF") and getattr(picture, "is_animated", False):
        raise Refused(ANIMATED)
    return picture


def _upright(picture: Image.Image, side: int) -> Image.Image:
    """Return the image decoded, and rotated by its EXIF orientation."""
    try:
        if side:
            picture.draft(None, (side, side))
        picture.load()
        turned = ImageOps.exif_transpose(picture)
        return turned.convert("RGBA" if turned.has_transparency_data else "RGB")
    except BROKEN as error:
        raise Refused(DAMAGED) from error


def fitted(picture: Image.Image, side: int) -> Image.Image:
    """Return the image scaled down to at most `side` pixels in both directions; a small one is not scaled."""
    smaller = picture.copy() if max(picture.size) <= side else ImageOps.contain(picture, (side, side))
    return Image.frombytes(smaller.mode, smaller.size, smaller.tobytes())


def on_white(picture: Image.Image) -> Image.Image:
    """Return the image on a white background if it is transparent, as JPEG has no transparency."""
    if picture.mode != "RGBA":
        return picture
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, mask=picture.getchannel("A"))
    return paper


def written(picture: Image.Image, kind: str, **how: object) -> bytes:
    """Return the encoded file, without metadata."""
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def _no_picture(limits: Limits) -> str:
    return _("This is not a {named} picture. Save it as one of these and choose it again.").format(named=limits.named)


def _too_many(limits: Limits) -> str:
    return _("At most {most_pixels} million pixels. Make the picture smaller and choose it again.").format(
        most_pixels=limits.most_pixels // 1000000
    )
