"""Generated pictures for uploads, valid and invalid."""

import io
import struct
import zlib

from PIL import Image

Size = tuple[int, int]


def a_picture(size: Size = (300, 300), kind: str = "PNG", colour: str = "#aa641f") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind)
    return out.getvalue()


def headed(wide: int, high: int) -> bytes:
    """A tiny PNG whose header claims these dimensions."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">2I5B", wide, high, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(100))) + chunk(b"IEND", b"")


def noise(size: Size, mode: str = "RGB") -> bytes:
    """A PNG of random noise, which hardly compresses."""
    out = io.BytesIO()
    Image.effect_noise(size, 100).convert(mode).save(out, "PNG")
    return out.getvalue()


def animated() -> bytes:
    frames = [Image.new("RGB", (100, 100), colour) for colour in ("red", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:])
    return out.getvalue()


def sideways(size: Size = (300, 200), place: str = "Kennel Lane 3") -> bytes:
    """A JPEG as a phone takes it: with an orientation tag (90°) and a place in its metadata. Its upper left quarter is
    red.
    """
    picture = Image.new("RGB", size, "white")
    picture.paste("red", (0, 0, size[0] // 2, size[1] // 2))
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, place
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif, comment=place.encode())
    return out.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


BAD = {
    "no picture": (b"not a picture at all", "not a PNG, JPEG or WebP picture"),
    "empty": (b"", "not a PNG, JPEG or WebP picture"),
    "SVG called PNG": (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "SVG files are not accepted"),
    "GIF": (a_picture(kind="GIF"), "not a PNG, JPEG or WebP picture"),
    "broken off": (noise((300, 300))[:9_000], "damaged"),
    "animated": (animated(), "animated"),
    "too many bytes": (b"\x89PNG" + bytes(2_100_000), "2.1 MB is too large; 2 MB is the most"),
    "too many pixels": (headed(6_000, 6_000), "6,000 × 6,000 pixels. At most 16 million"),
    "a bomb": (headed(60_000, 60_000), "At most 16 million pixels"),
}
