"""Finds a sheet in a photo by the marks in its corners, and straightens it."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import zxingcpp
from PIL import Image, ImageFilter, ImageOps

from games.paper.geometry import CORNERS, MARK, Layout, Payload, PayloadError, parse_payload
from games.paper.reading.problems import CannotRead

FIRST_LOOK = 2_400  # pixels of the longer side in which marks are looked for first
LEAST_SHARP = 3.0  # pixels of the photo for a millimetre
Matrix = npt.NDArray[np.float64]
Quad = npt.NDArray[np.float64]  # the corners of a mark (4, 2): upper left, upper right, lower right, lower left


@dataclass(frozen=True)
class Found:
    """A sheet in a photo: what its marks say, with page, and corner 0; and where they are, by corner."""

    payload: Payload
    quads: tuple[Quad, ...]


def picture(jpeg: bytes) -> Image.Image:
    """The photo in grey. It is a JPEG of our own, as photos of sheets are stored (games/photos/keeping.py)."""
    photo = Image.open(io.BytesIO(jpeg), formats=["JPEG"])
    photo.draft("L", photo.size)
    return photo.convert("L")


def found(photo: Image.Image) -> Found:
    """The sheet in the photo. Raises CannotRead where there is none, more than one, or a part of one."""
    seen: dict[Payload, list[Quad]] = {}
    has_foreign = False
    for look in _looks(photo):
        for text, quad in look:
            payload = _payload(text)
            has_foreign |= payload is None
            if payload is not None and all(_apart(quad, other) for other in seen.setdefault(payload, [])):
                seen[payload].append(quad)
        if len(seen) >= CORNERS:
            break
    if not seen:
        raise CannotRead("foreign" if has_foreign else "no-sheet")
    sheets = {replace(payload, corner=0) for payload in seen}
    if len(sheets) > 1 or any(len(quads) > 1 for quads in seen.values()):
        raise CannotRead("two-sheets")
    by_corner = {payload.corner: quads[0] for payload, quads in seen.items()}
    missing = tuple(corner for corner in range(CORNERS) if corner not in by_corner)
    if missing:
        sides = [_side(quads[0]) for quads in seen.values()]
        raise CannotRead("small") if max(sides) < LEAST_SHARP * MARK else CannotRead("corner", missing)
    return Found(sheets.pop(), tuple(by_corner[corner] for corner in range(CORNERS)))


def _payload(text: str) -> Payload | None:
    try:
        return parse_payload(text)
    except PayloadError:
        return None


def _side(quad: Quad) -> float:
    """The length of a mark's side in pixels."""
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def _apart(one: Quad, other: Quad) -> bool:
    """Whether two marks are in different places."""
    size = float(np.linalg.norm(one[0] - one[2]))
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) > size


def _looks(photo: Image.Image) -> Iterator[list[tuple[str, Quad]]]:
    """The codes found in one way after the other, the dearer ones later."""
    small = max(photo.size) / FIRST_LOOK
    if small > 1.2:
        yield _codes(photo.resize((round(photo.width / small), round(photo.height / small)), reducing_gap=2.0), small)
    yield _codes(photo, 1.0)
    yield _codes(photo.filter(ImageFilter.UnsharpMask(3, 250, 0)), 1.0)
    for left in (0.0, 0.4):
        for top in (0.0, 0.4):
            box = (
                round(left * photo.width),
                round(top * photo.height),
                round((left + 0.6) * photo.width),
                round((top + 0.6) * photo.height),
            )
            part = ImageOps.autocontrast(photo.crop(box), 2)
            scale = min(2.0, FIRST_LOOK / max(part.size))
            part = part.resize((round(part.width * scale), round(part.height * scale)), Image.Resampling.BICUBIC)
            yield [(text, quad + box[:2]) for text, quad in _codes(part, 1 / scale)]


def _codes(photo: Image.Image, scale: float) -> list[tuple[str, Quad]]:
    """The codes in a picture, and their corners in one that is so many times larger."""
    codes = zxingcpp.read_barcodes(np.asarray(photo), zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix))
    return [(code.text, scale * _corners(code.position)) for code in codes]


def _corners(at: zxingcpp.Position) -> Quad:
    points = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    return np.array([(point.x + 0.5, point.y + 0.5) for point in points])


def to_photo(layout: Layout, quads: Sequence[Quad]) -> Matrix:
    """The homography from millimetres of the page to pixels of the photo, the best for all corners of the marks."""
    half = MARK / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    page = np.concatenate([square + np.array((mark.x, mark.y)) for mark in layout.marks])
    return homography(page, np.concatenate(list(quads)))


def homography(page: Matrix, photo: Matrix) -> Matrix:
    """The projective map of points (count, 2) to others with the least squares of error."""
    centre, spread = photo.mean(axis=0), photo.std()
    middle, size = page.mean(axis=0), page.std()
    from_, to = (page - middle) / size, (photo - centre) / spread
    rows = []
    for (x, y), (u, v) in zip(from_, to, strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y, -u), (0, 0, 0, x, y, 1, -v * x, -v * y, -v)]
    unit = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    back = np.array([(spread, 0, centre[0]), (0, spread, centre[1]), (0, 0, 1)])
    there = np.array([(1 / size, 0, -middle[0] / size), (0, 1 / size, -middle[1] / size), (0, 0, 1)])
    whole = back @ unit @ there
    matrix: Matrix = whole / whole[2, 2]
    return matrix


def straightened(photo: Image.Image, matrix: Matrix, layout: Layout, scale: float) -> Image.Image:
    """The page alone, upright, with so many pixels a millimetre."""
    width, height = layout.page
    size = round(width * scale), round(height * scale)
    inner = matrix @ np.diag((1 / scale, 1 / scale, 1.0))
    inner = inner / inner[2, 2]
    return photo.transform(size, Image.Transform.PERSPECTIVE, tuple(inner.reshape(-1)[:8]), Image.Resampling.BICUBIC)


def sharpness(matrix: Matrix, layout: Layout) -> float:
    """Pixels of the photo for a millimetre in the middle of the page."""
    x, y = layout.page[0] / 2, layout.page[1] / 2
    ends = [matrix @ (x + dx, y + dy, 1.0) for dx, dy in ((0, 0), (1, 0), (0, 1))]
    points = [end[:2] / end[2] for end in ends]
    return float(min(np.linalg.norm(points[0] - point) for point in points[1:]))


def darkness(page: Image.Image, scale: float) -> npt.NDArray[np.float32]:
    """How dark each pixel is beside the paper around it, 0 to 1, so that shadows count for nothing."""
    tile = max(4, round(2.2 * scale))
    across, down = -(-page.width // tile), -(-page.height // tile)
    pixels = np.asarray(page)
    padded = np.pad(pixels, ((0, down * tile - page.height), (0, across * tile - page.width)), mode="edge")
    tiles = padded.reshape(down, tile, across, tile).transpose(0, 2, 1, 3).reshape(down, across, -1)
    bright = np.partition(tiles, int(tile * tile * 0.8), axis=2)[:, :, int(tile * tile * 0.8)]
    paper = (
        Image.fromarray(bright)
        .filter(ImageFilter.MedianFilter(5))
        .resize((across * tile, down * tile), Image.Resampling.BILINEAR)
    )
    around = np.asarray(paper)[: page.height, : page.width].astype(np.float32)
    dark: npt.NDArray[np.float32] = np.clip(1 - pixels / np.maximum(around, 8.0), 0, 1).astype(np.float32)
    return dark
