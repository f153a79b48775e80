"""Generated photos of score sheets."""

import io
import random

from PIL import Image, ImageDraw

from games import photos
from games.entries.drafts import Author
from games.models import Match, SheetPhoto
from games.photos import read_photo

ORIENTATION, DESCRIPTION, GPS = 0x0112, 0x010E, 0x8825


def a_jpeg(width: int = 120, height: int = 160) -> bytes:
    """A white JPEG with lines and a red rectangle in the upper left corner."""
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, width // 4, height // 4), fill="red")
    for at in range(0, height, 7):
        draw.line((0, at, width, at + at % 5), fill=(at % 256, 90, 200))
    return _written(picture)


def noise(width: int, height: int) -> bytes:
    """A JPEG of random pixels, which hardly compresses."""
    return _written(Image.frombytes("RGB", (width, height), random.Random(1).randbytes(width * height * 3)))


def with_place(jpeg: bytes, words: str, orientation: int = 1) -> bytes:
    """The same picture with metadata: a GPS position, a description and an orientation."""
    picture, data = Image.open(io.BytesIO(jpeg)), Image.Exif()
    data[ORIENTATION], data[DESCRIPTION] = orientation, words
    data.get_ifd(GPS).update({1: "S", 2: (12.0, 51.0, 0.0), 3: "W", 4: (72.0, 41.0, 0.0)})
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=data, comment=words, quality=95)
    return out.getvalue()


def _written(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=90)
    return out.getvalue()


def a_photo(match: Match, content: bytes = b"") -> SheetPhoto:
    """Attach a photo of its sheet to the match."""
    content = content or a_jpeg()
    return photos.put(match, read_photo(io.BytesIO(content), len(content)), Author(None, "a test"))
