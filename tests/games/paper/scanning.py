"""Printed pages as pictures, and the marks on them."""

import io
import subprocess

import zxingcpp
from PIL import Image

from games.paper.geometry import Payload, parse_payload

DPI = 150
PIXELS = DPI / 25.4  # in a millimetre


def scan(pdf: bytes) -> list[Image.Image]:
    """The pages of a PDF as grey pictures."""
    made = subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-"], input=pdf, check=True, capture_output=True).stdout
    stream, pages = io.BytesIO(made), []
    while stream.tell() < len(made):
        _kind, size, _depth = (stream.readline() for _ in range(3))
        width, height = map(int, size.split())
        pages.append(Image.frombytes("L", (width, height), stream.read(width * height)))
    return pages


def codes(picture: Image.Image) -> list[zxingcpp.Barcode]:
    """The DataMatrix codes of a picture."""
    return zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix))


def payloads(picture: Image.Image) -> list[Payload]:
    """What the marks of a picture say."""
    return [parse_payload(code.text) for code in codes(picture)]
