"""Cropping of a photo to a square, in the two sizes that pages show."""

from dataclasses import dataclass
from typing import IO

from django.utils.translation import gettext as _

from clubs.pictures import reading as pictures
from clubs.pictures.orders import Output, Step
from clubs.pictures.reading import PHOTO, refuse_unread

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


@dataclass(frozen=True)
class SquarePhoto:
    """The photo as JPEG in both sizes."""

    large: bytes
    small: bytes


def read_square(file: IO[bytes], size: int, crop: Crop) -> SquarePhoto:
    """Return the photo as it is stored. Raise pictures.Refused."""
    refuse_unread(file, PHOTO)
    photo = pictures.converted(
        file,
        size,
        PHOTO,
        {
            "formats": [*PHOTO.formats],
            "needed": UNPACKED,
            "square": [crop.across, crop.down, crop.zoom],
            "on_white": True,
            "outputs": [_sized(LARGE), _sized(SMALL)],
        },
    )
    if min(photo.width, photo.height) < SMALLEST:
        raise pictures.PictureRefused(
            _(
                "This picture is {wide} × {high} pixels; each side needs at least {smallest}. Choose a larger one."
            ).format(wide=photo.width, high=photo.height, smallest=SMALLEST)
        )
    return SquarePhoto(*(each.content for each in photo.files))


def _sized(side: int) -> Output:
    steps = [Step(side=side, options={"quality": quality}) for quality in QUALITIES]
    return Output(kind="JPEG", largest=LARGEST[side], steps=steps)
