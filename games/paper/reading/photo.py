"""Finds a sheet in a photo by the marks in its corners, and straightens it."""

import io
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import zxingcpp
from PIL import Image, ImageFilter, ImageOps

from games.paper.geometry import CORNERS, MARK, Layout, Page, Payload, PayloadError, parse_payload
from games.paper.layout import seats
from games.paper.reading.problems import CannotRead

FIRST_LOOK = 2_400  # pixels of the longer side in which marks are looked for first
LEAST_SHARP = 3.0  # pixels of the photo for a millimetre
BLUR_LOOK = 1_200  # pixels of the longer side in which sharp edges are looked for
LEAST_CONTRAST = 60  # of a photo with something on it, in levels of grey
SHARP_EDGE = 0.3  # the share of the contrast from one pixel to the next at a sharp edge
LEAST_MARKS = 2  # with the lines of the grid
ONE_SHEET = 2.0  # millimetres by which the marks of one sheet, which may be bent, are off at most
REACH, FINE = 3.0, 0.25  # how far, and how finely, the grid is looked for where a mark is missing; in millimetres
FOUND = 0.2  # how dark the lines are there at least, on average
LOOK = 34.0  # the side of the part of the page in which that is done
STEP = 17.0  # from one such part to the next, from a mark towards a missing one
INWARD = 10.0  # how far these are from the edge of the grid
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the grid's width and height: where it is looked at in the end
SETTLED = 0.75  # millimetres by which lines are off there at most
NEARER = 0.3  # how much less a shift of REACH counts than none
GREY = 0.4  # how dark the thin lines are, beside the thick ones
Matrix = npt.NDArray[np.float64]
Quad = npt.NDArray[np.float64]  # the corners of a mark (4, 2): upper left, upper right, lower right, lower left


@dataclass(frozen=True)
class Found:
    """A sheet in a photo: what its marks say, with page, and corner 0; and where they are, by corner. Two of the four
    may be missing.
    """

    payload: Payload
    quads: Mapping[int, Quad]

    @property
    def missing(self) -> tuple[int, ...]:
        """The corners whose marks were not found."""
        return tuple(corner for corner in range(CORNERS) if corner not in self.quads)


def picture(jpeg: bytes) -> Image.Image:
    """The photo in grey. It is a JPEG of our own, as photos of sheets are stored (games/photos.py)."""
    photo = Image.open(io.BytesIO(jpeg), formats=["JPEG"])
    photo.draft("L", photo.size)
    return photo.convert("L")


def found(photo: Image.Image) -> Found:
    """The sheet in the photo. Raises CannotRead where there is none, more than one, or a part of one."""
    seen, has_foreign = _seen(photo)
    if not seen:
        raise CannotRead("foreign" if has_foreign else "blurred" if is_blurred(photo) else "no-sheet")
    sheets = {replace(payload, corner=0) for payload in seen}
    if len(sheets) > 1 or any(len(quads) > 1 for quads in seen.values()):
        raise CannotRead("two-sheets")
    sheet = Found(sheets.pop(), {payload.corner: quads[0] for payload, quads in seen.items()})
    if len(sheet.quads) < LEAST_MARKS:
        raise _incomplete(photo, sheet)
    return sheet


def _incomplete(photo: Image.Image, found: Found) -> CannotRead:
    """Why a sheet cannot be placed without the marks that are missing."""
    if max(map(_side, found.quads.values())) < LEAST_SHARP * MARK:
        return CannotRead("small")
    return CannotRead("blurred") if is_blurred(photo) else CannotRead("corner", found.missing)


def _seen(photo: Image.Image) -> tuple[dict[Payload, list[Quad]], bool]:
    """Where each mark is found, and whether there are codes that are no marks."""
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
    return seen, has_foreign


def is_blurred(photo: Image.Image) -> bool:
    """Whether nothing in the photo has a sharp edge, though something stands out."""
    small = photo.copy()
    small.thumbnail((BLUR_LOOK, BLUR_LOOK), Image.Resampling.BOX)
    pixels = np.asarray(small).astype(np.float32)
    dark, bright = np.percentile(pixels, (1, 99))
    steps = np.concatenate([np.abs(np.diff(pixels, axis=axis)).ravel() for axis in (0, 1)])
    contrast = float(bright - dark)
    return bool(contrast >= LEAST_CONTRAST and np.percentile(steps, 99.9) < SHARP_EDGE * contrast)


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


def _points(layout: Layout, quads: Mapping[int, Quad]) -> tuple[Matrix, Matrix]:
    """The corners of the marks in millimetres of the page, and in pixels of the photo."""
    half = MARK / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    page = np.concatenate([square + np.array((mark.x, mark.y)) for mark in layout.marks if mark.corner in quads])
    return page, np.concatenate([quads[corner] for corner in sorted(quads)])


def placed(photo: Image.Image, found: Found, layout: Layout) -> Matrix:
    """The homography of a sheet of which one or two marks may be missing: then the lines of the grid are followed from
    the marks that are there to each corner without one. Raises CannotRead where the marks are not those of one sheet, a
    part of the grid is not in the photo, or its lines are not found.
    """
    page, there = _points(layout, found.quads)
    matrix = homography(page, there)
    off = np.linalg.norm(_mapped(matrix, page) - there, axis=1)
    if off.max() > ONE_SHEET * max(map(_side, found.quads.values())) / MARK:
        raise CannotRead("two-sheets")
    if not found.missing:
        return matrix
    for spot in _spots(layout.pages[found.payload.page], found.missing):
        moved = _moved(photo, matrix, layout, found.payload.page, spot)
        if moved is None:
            raise _incomplete(photo, found)
        around = spot + np.array([(0, 0), (-4, 0), (0, -4), (4, 4)])
        page, there = np.concatenate([page, around]), np.concatenate([there, _mapped(matrix, around + moved)])
        matrix = homography(page, there)
    if len(found.missing) > 1:
        matrix = _fitted(photo, matrix, layout, found)
    if not _holds(photo, matrix, layout, found.payload.page):
        raise _incomplete(photo, found)
    return matrix


def _spots(page: Page, missing: Sequence[int]) -> Iterator[Matrix]:
    """The corners of the grid next to missing marks; with two of them, the way to each from a mark that is there."""
    ways = []
    for corner in missing:
        last = _across(page, corner % 2, corner // 2)
        if len(missing) == 1:
            ways.append([last])
            continue
        start = next(each for each in (corner ^ 2, corner ^ 1) if each not in missing)
        first = _across(page, start % 2, start // 2)
        inward = np.sign(_across(page, 0.5, 0.5) - last) * INWARD
        count = math.ceil(float(np.linalg.norm(last - first)) / STEP)
        ways.append([*(first + inward + (last - first) * step / count for step in range(1, count)), last])
    for spots in itertools.zip_longest(*ways):
        yield from (spot for spot in spots if spot is not None)


def _across(page: Page, across: float, down: float) -> Matrix:
    """A place of the grid by the shares of its width and height."""
    return np.array((page.grid.x + page.grid.width * across, page.grid.y + page.grid.height * down))


def _fitted(photo: Image.Image, matrix: Matrix, layout: Layout, found: Found) -> Matrix:
    """The homography made sure of by the lines at all edges of the grid. Raises CannotRead where they do not lie where
    it says.
    """
    sheet = layout.pages[found.payload.page]
    edges = [share for share in itertools.product(SHARES, SHARES) if {0.0, 1.0} & {*share}]
    middle = _across(sheet, 0.5, 0.5)
    spots = [place + np.sign(middle - place) * INWARD for place in (_across(sheet, *share) for share in edges)]
    for _round in range(2):
        moves = [_moved(photo, matrix, layout, found.payload.page, spot) for spot in spots]
        if any(move is None for move in moves):
            raise _incomplete(photo, found)
        page, there = _points(layout, found.quads)
        lines = _mapped(matrix, np.array(spots) + np.array(moves))
        matrix = homography(np.concatenate([page, np.array(spots)]), np.concatenate([there, lines]))
    if np.abs(np.array(moves)).max() > SETTLED:
        raise _incomplete(photo, found)
    return matrix


def _mapped(matrix: Matrix, points: Matrix) -> Matrix:
    """Where points of the page are in the photo."""
    ends = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    mapped: Matrix = ends[:, :2] / ends[:, 2:]
    return mapped


def _holds(photo: Image.Image, matrix: Matrix, layout: Layout, page: int) -> bool:
    """Whether all of the grid is in the photo."""
    grid = layout.pages[page].grid
    ends = [(grid.x + across * grid.width, grid.y + down * grid.height) for across in (0, 1) for down in (0, 1)]
    points = _mapped(matrix, np.array(ends))
    return bool((points >= 0).all() and (points < photo.size).all())


def _moved(photo: Image.Image, matrix: Matrix, layout: Layout, page: int, spot: Matrix) -> Matrix | None:
    """How far the lines of the grid around a spot of the page are from where the homography says, in millimetres."""
    scale = 1 / FINE
    corner = spot - LOOK / 2
    inner = matrix @ np.array([(FINE, 0, corner[0]), (0, FINE, corner[1]), (0, 0, 1)])
    side = round(LOOK * scale)
    coefficients = tuple((inner / inner[2, 2]).reshape(-1)[:8])
    part = photo.transform((side, side), Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC)
    dark = darkness(part, scale)
    lines = _lines(layout, layout.pages[page], corner, side, scale)
    reach = round(REACH * scale)
    inside = lines[reach:-reach, reach:-reach]
    size = inside.shape[0]
    tried = [(down, across) for down in range(2 * reach + 1) for across in range(2 * reach + 1)]
    fits = np.array([(dark[y : y + size, x : x + size] * inside).sum() for y, x in tried])
    far = np.square(np.array(tried) / reach - 1).sum(axis=1)
    best = int((fits * (1 - NEARER * far)).argmax())
    if fits[best] < FOUND * inside.sum():
        return None
    down, across = tried[best]
    return np.array((across - reach, down - reach)) * FINE


def _lines(layout: Layout, page: Page, corner: Matrix, side: int, scale: float) -> npt.NDArray[np.float32]:
    """How dark the lines of the grid are in a square part of the page: 1 for the thick ones, 0 between them."""
    grid = page.grid
    at = (np.arange(side) + 0.5) / scale
    right, bottom = grid.x + grid.width, grid.y + grid.height
    thick = [grid.x, *(own[0].x for own in seats(layout.columns)), right]
    down = _near(at + corner[0], thick, [column.x for column in layout.columns], scale)
    thick = [grid.y, page.rows[0].y, *(row.y for row in page.ties[:1]), bottom]
    across = _near(at + corner[1], thick, [row.y for row in (*page.rows, *page.ties)], scale)
    wide = (at + corner[0] >= grid.x) & (at + corner[0] <= right)
    high = (at + corner[1] >= grid.y) & (at + corner[1] <= bottom)
    lines: npt.NDArray[np.float32] = np.maximum(np.outer(high, down), np.outer(across, wide)).astype(np.float32)
    return lines


def _near(at: Matrix, thick: Sequence[float], thin: Sequence[float], scale: float) -> Matrix:
    """1 at places on a thick line, GREY on a thin one, less beside it, and 0 elsewhere."""
    dark = np.zeros(len(at))
    for lines, most in ((thin, GREY), (thick, 1.0)):
        distance = np.abs(at[:, None] - np.array(lines)).min(axis=1) * scale
        dark = np.maximum(dark, most * np.clip(1.5 - distance, 0.0, 1.0))
    return dark


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
    dark: npt.NDArray[np.float32] = np.asarray(paper)[: page.height, : page.width].astype(np.float32)
    np.maximum(dark, 8.0, out=dark)  # in place, as a page takes 25 MB
    np.divide(pixels, dark, out=dark)
    np.subtract(1.0, dark, out=dark)
    np.clip(dark, 0.0, 1.0, out=dark)
    return dark
