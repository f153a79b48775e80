"""Decodes one picture and encodes it anew. It runs as a program, in a process of its own with limits of memory and
processor, and imports little but Pillow, so that it starts quickly.

The Order is its first argument, the picture its standard input, the Answer its standard output.
"""

import base64
import io
import json
import os
import re
import resource
import struct
import sys
from contextlib import suppress
from typing import Any

from PIL import ExifTags, Image, ImageOps

from clubs.pictures.orders import MEMORY, MOST_PIXELS, MOST_PROGRESSIVE, PROCESSOR, Answer, File, Order, Output

NICE = 10  # pages and entries go first
# What Pillow raises for files that are not images, or damaged.
BROKEN = (OSError, ValueError, SyntaxError, EOFError, OverflowError)
DAY = re.compile(r"(\d{4}):(\d\d):(\d\d)", re.ASCII)  # as cameras write it
SIXTEEN_BITS = ("I", "I;16", "I;16B")  # grey, as scanners store it
EXPANDED = ("1", "P", "PA", "LA")  # modes that cannot be scaled well
Image.MAX_IMAGE_PIXELS = None  # MOST_PIXELS are fewer


class Refused(Exception):
    """Raised with the Answer for a picture that cannot be used."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.answer = answer


def main(asked: str) -> None:
    """Limit this process, convert the picture on standard input and print the answer."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
    json.dump(answer(sys.stdin.buffer.read(), json.loads(asked)), sys.stdout)


def answer(content: bytes, order: Order) -> Answer:
    """Return the files that are made of a picture, or why there are none."""
    try:
        return convert(io.BytesIO(content), order)
    except Refused as refused:
        return refused.answer
    except MemoryError:
        return {"refused": "memory"}


def convert(file: io.BytesIO, order: Order) -> Answer:
    """Return the files that are made of a picture. Raise Refused."""
    picture = opened(file, order["formats"])
    width, height = picture.size
    taken_on = _taken_on(picture)
    try:
        scaled = _scaled(picture, order)
    except BROKEN as error:
        raise Refused({"refused": "damaged"}) from error
    files = [_made(scaled, output) for output in order["outputs"]]
    return {"width": width, "height": height, "taken_on": taken_on, "files": files}


def opened(file: io.BytesIO, formats: list[str]) -> Image.Image:
    """Return the picture after checks of its header; nothing is decoded yet. Raise Refused."""
    if "HEIF" in formats:
        _read_heic()
    try:
        picture = Image.open(file, formats=formats)
    except BROKEN as error:
        raise Refused({"refused": "unknown"}) from error
    kind = picture.format or ""
    most = MOST_PROGRESSIVE if picture.info.get("progressive") else MOST_PIXELS[kind]
    if picture.width * picture.height > most:
        raise Refused({"refused": "pixels", "width": picture.width, "height": picture.height, "most": most})
    # Phones store further images in a JPEG or HEIC.
    if kind not in ("MPO", "HEIF") and getattr(picture, "is_animated", False):
        raise Refused({"refused": "animated"})
    return picture


def _taken_on(picture: Image.Image) -> str:
    """The day on which the photo was taken, as 2026-11-19; "" where it says nothing that could be one."""
    try:
        data = picture.getexif()
        said = data.get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.DateTimeOriginal) or data.get(ExifTags.Base.DateTime)
    except (*BROKEN, AttributeError, KeyError, TypeError, struct.error):
        return ""
    found = DAY.match(str(said))
    return "-".join(found.groups()) if found else ""


def _read_heic() -> None:
    with suppress(ImportError):
        from pillow_heif import register_heif_opener

        register_heif_opener(thumbnails=False)


def _scaled(picture: Image.Image, order: Order) -> Image.Image:
    """Return the picture decoded, upright, cropped, and no larger than its largest output, in RGB or RGBA."""
    picture = _upright(picture, order["needed"], is_square=order["square"] is not None)
    if order["square"]:
        picture = _instead(picture, _square(picture, *order["square"]))
    if order["on_white"] and picture.has_transparency_data:
        picture = _instead(picture, _on_white(picture))
    side = max(step["side"] for output in order["outputs"] for step in output["steps"])
    picture = _instead(picture, _fitted(picture, side))
    return picture.convert("RGBA" if picture.has_transparency_data else "RGB")


def _upright(picture: Image.Image, needed: int, *, is_square: bool) -> Image.Image:
    """Return the picture decoded and turned. One far larger than needed is made smaller at once: each step that follows
    copies it.
    """
    picture.draft(None, (needed, needed))
    picture.load()
    if picture.mode in SIXTEEN_BITS:
        picture = _instead(picture, picture.convert("I").point(lambda value: value / 256).convert("L"))
    if picture.mode in EXPANDED:
        picture = _instead(picture, picture.convert("RGBA" if picture.has_transparency_data else "RGB"))
    factor = (min(picture.size) if is_square else max(picture.size)) // needed
    if factor > 1:
        picture = _instead(picture, picture.reduce(factor))
    ImageOps.exif_transpose(picture, in_place=True)
    return picture


def _instead(picture: Image.Image, other: Image.Image) -> Image.Image:
    """Return the other picture, which replaces this one: free the memory of this one at once."""
    if other is not picture:
        picture.close()
    return other


def _square(picture: Image.Image, across: int, down: int, zoom: int) -> Image.Image:
    """Return a square part; at a zoom of 100 it is as large as the picture allows."""
    wide, high = picture.size
    side = max(1, min(wide, high) * 100 // zoom)
    left, top = (wide - side) * across // 100, (high - side) * down // 100
    return picture.crop((left, top, left + side, top + side))


def _on_white(picture: Image.Image) -> Image.Image:
    """Return a transparent picture on a white background, as JPEG has no transparency."""
    layers = picture if picture.mode == "RGBA" else picture.convert("RGBA")
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(layers, mask=layers.getchannel("A"))
    return paper


def _fitted(picture: Image.Image, side: int) -> Image.Image:
    """Return the picture scaled down to at most `side` pixels in both directions; a small one is not scaled."""
    return picture if max(picture.size) <= side else ImageOps.contain(picture, (side, side))


def _made(picture: Image.Image, output: Output) -> File:
    for step in output["steps"]:
        small = _fitted(picture, step["side"])
        content = _written(small, output["kind"], step["options"])
        if len(content) <= output["largest"]:
            break
    return {"content": base64.b64encode(content).decode(), "width": small.width, "height": small.height}


def _written(picture: Image.Image, kind: str, options: dict[str, Any]) -> bytes:
    """Return the encoded file of the pixels alone, without metadata."""
    bare = Image.frombytes(picture.mode, picture.size, picture.tobytes())
    out = io.BytesIO()
    bare.save(out, kind, optimize=True, **options)
    return out.getvalue()


if __name__ == "__main__":
    main(sys.argv[1])
