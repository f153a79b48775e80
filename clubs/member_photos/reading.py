"""Cropping of a photo to a square, in the two sizes that pages show."""

from dataclasses import dataclass
from typing import IO

from django.utils.translation import gettext as _
from PIL import Image

from clubs.pictures import reading as pictures
from clubs.pictures.heic import PHOTO, refuse_unread

LARGE, SMALL = 256, 80  # pixels: twice their size on the page
QUALITIES = (82, 70, 55, 40)
LARGEST = {LARGE: 24_000, SMALL: 4_000}  # bytes
MOST_ZOOM = 400  # per cent
SMALLEST = 64  # pixels a side
UNPACKED = LARGE * MOST_ZOOM // 100


@dataclass(frozen=True)
class Crop:
    """The position of the square between left and right edge, and between top and bottom, in per cent; at a zoom of
    100 it is as large as the picture allows.
    """

    across: int = 50
    down: int = 50
    zoom: int = 100

    def box(self, wide: int, high: int) -> tuple[int, int, int, int]:
        """Return (left, top, right, bottom) in pixels."""
        side = max(1, min(wide, high) * 100 // self.zoom)
        left, top = (wide - side) * self.across // 100, (high - side) * self.down // 100
        return left, top, left + side, top + side


@dataclass(frozen=True)
class SquarePhoto:
    """The photo as JPEG in both sizes."""

    large: bytes
    small: bytes


def read_square(file: IO[bytes], size: int, crop: Crop) -> SquarePhoto:
    """Return the photo as it is stored. Raise pictures.Refused."""
    refuse_unread(file, PHOTO)
    with pictures.opened(file, size, PHOTO, UNPACKED) as picture:
        wide, high = picture.size
        if min(wide, high) < SMALLEST:
            raise pictures.Refused(
                _(
                    "This picture is {wide} × {high} pixels; each side needs at least {smallest}. Choose a larger one."
                ).format(wide=wide, high=high, smallest=SMALLEST)
            )
        square = pictures.on_white(picture.crop(crop.box(wide, high)))
        return SquarePhoto(_sized(square, LARGE), _sized(square, SMALL))


def _sized(square: Image.Image, side: int) -> bytes:
    fitted = pictures.fitted(square, side)
    for quality in QUALITIES:
        content = pictures.written(fitted, "JPEG", quality=quality, optimize=True)
        if len(content) <= LARGEST[side]:
            break
    return content
