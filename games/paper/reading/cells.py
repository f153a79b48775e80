"""Cuts the cells out of a straightened page, and reads each of them by itself with a network (ADR 81)."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from games.paper.geometry import MOST_PILE, Cell

# The network that reads the figures in a cell (ADR 81): its weights, and its arithmetic in numpy.


Array = npt.NDArray[np.float32]

HEIGHT = 32  # pixels of a cell's picture
FRAME = 24  # pixels of these are the frame's
MARGIN = (HEIGHT - FRAME) // 2  # around the frame on every side
NARROW = 48  # pixels of the narrowest picture of a cell; wider ones are multiples of STEP more
STEP = 16
MINUS, CORRECTION, BLANK = 10, 11, 12  # symbols after the ten figures; a correction is what was blacked or struck out
SYMBOLS = 13
TOGETHER = 48  # cells that go through the network at once, for the memory

FAINTEST = 0.1  # the least contrast that counts as a pen's
DARKEST = 1.25  # times the pen
_WEIGHTS = Path(__file__).with_name("figures.npz")
_LAYERS = 6


def normalised(cells: Array) -> Array:
    """Pictures of cells (count, HEIGHT, width) with darkness 0 for paper and about 1 for the pen, whatever the pen."""
    inner = cells[:, MARGIN + 2 : -MARGIN - 2, MARGIN + 2 : -MARGIN - 2].reshape(len(cells), -1)
    place = int(inner.shape[1] * 0.985)
    pen = np.partition(inner, place, axis=1)[:, place]
    scaled: Array = np.clip(cells / np.maximum(pen, FAINTEST)[:, None, None], 0.0, DARKEST).astype(np.float32)
    return scaled


@functools.cache
def weights() -> tuple[tuple[Array, Array], ...]:
    """Kernel and bias of each layer."""
    with np.load(_WEIGHTS) as file:
        return tuple(
            (file[f"kernel{at}"].astype(np.float32), file[f"bias{at}"].astype(np.float32)) for at in range(_LAYERS)
        )


def symbol_logs(cells: Array) -> Array:
    """The natural logarithms of the symbols' probabilities (count, steps, SYMBOLS) in normalised pictures."""
    return np.concatenate([_logs(cells[at : at + TOGETHER]) for at in range(0, len(cells), TOGETHER)])


def _logs(cells: Array) -> Array:
    first, second, third, fourth, fifth, last = weights()
    picture = _conv(cells[..., None], *first, stride=2)
    picture = _halved(_conv(picture, *second))
    picture = _halved(_conv(picture, *third))
    picture = _conv(picture, *fourth, flat=True)
    picture = _conv(picture, *fifth)
    steps = (picture @ last[0][0, 0] + last[1])[:, 0]
    steps -= steps.max(axis=-1, keepdims=True)
    logs: Array = steps - np.log(np.exp(steps).sum(axis=-1, keepdims=True))
    return logs


def _conv(picture: Array, kernel: Array, bias: Array, *, stride: int = 1, flat: bool = False) -> Array:
    """A convolution with ReLU; `flat` uses all rows at once, so that one is left."""
    high, wide, inputs, outputs = kernel.shape
    down = 0 if flat else (high - 1) // 2
    below = 0 if flat else high - 1 - down
    if stride > 1:  # an even size is padded as if the kernel began one later
        down, below = (high - stride) // 2, high - stride - (high - stride) // 2
        side = (wide - stride) // 2, wide - stride - (wide - stride) // 2
    else:
        side = (wide - 1) // 2, wide // 2
    padded = np.pad(picture, ((0, 0), (down, below), side, (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (high, wide), axis=(1, 2))[:, ::stride, ::stride]
    count, rows, columns = windows.shape[:3]
    flattened = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, high * wide * inputs)
    out: Array = flattened @ kernel.reshape(-1, outputs)
    out += bias
    np.maximum(out, 0.0, out=out)
    return out.reshape(count, rows, columns, outputs)


def _halved(picture: Array) -> Array:
    """The picture with the larger of each two rows."""
    count, rows, columns, depth = picture.shape
    halved: Array = picture.reshape(count, rows // 2, 2, columns, depth).max(axis=2)
    return halved


# Cuts the cells out of a straightened page, and reads each of them by itself.


MOST_FIGURE = 19  # bids and tricks; two decks and three players have more cards, which two digits can say as well
LOWEST_TOTAL, HIGHEST_TOTAL = -99, 399
FIGURES = range(MOST_FIGURE + 1)
PILES = range(MOST_PILE + 1)
TOTALS = range(LOWEST_TOTAL, HIGHEST_TOTAL + 1)
LIKELIER = 0.5  # than not
# Each cell is looked at several times: zoom, and the shift to the right and down in parts of the frame's height.
VIEWS = ((1.0, 0.0, 0.0), (0.93, 0.03, -0.03), (1.08, -0.03, 0.03))

Probabilities = npt.NDArray[np.float64]
Text = tuple[int, ...]


@dataclass(frozen=True)
class Reading:
    """What one cell says by itself. `values` are the probabilities of the numbers from `lowest`; `empty` that nothing
    is written, `corrected` that something was blacked or struck out; `text` is what stands there most likely. A stroke
    before bids or tricks is no minus, but part of one through them.
    """

    cell: Cell
    lowest: int
    values: Probabilities
    empty: float
    corrected: float
    text: str

    @property
    def likeliest(self) -> int:
        """The number with the highest probability."""
        return self.lowest + int(self.values.argmax())

    def of(self, value: int) -> float:
        """The probability of a number."""
        at = value - self.lowest
        return float(self.values[at]) if 0 <= at < len(self.values) else 0.0


def readings(dark: Array, scale: float, wanted: Sequence[Cell]) -> list[Reading]:
    """Read cells from a page with `scale` pixels a millimetre."""
    alike: dict[tuple[int, range], list[Cell]] = {}
    for cell in wanted:
        alike.setdefault((_width(cell), numbers_of(cell)), []).append(cell)
    page = Image.fromarray(dark)
    read: dict[Cell, Reading] = {}
    for (width, numbers), group in alike.items():
        views = [symbol_logs(_cut(page, scale, group, width, view)) for view in VIEWS]
        read |= dict(zip(group, _read(group, numbers, views), strict=True))
    return [read[cell] for cell in wanted]


def numbers_of(cell: Cell) -> range:
    """The numbers that can stand in a cell."""
    return {"total": TOTALS, "pile": PILES}.get(cell.kind, FIGURES)


def _width(cell: Cell) -> int:
    frame = cell.rect.width * FRAME / cell.rect.height
    return max(NARROW, STEP * -(-round(frame + 2 * MARGIN) // STEP))


def _cut(
    page: Image.Image, scale: float, wanted: Sequence[Cell], width: int, view: tuple[float, float, float]
) -> Array:
    """The normalised pictures of cells, all of one width; what stands in other cells is left out."""
    zoom, right, down = view
    out = np.zeros((len(wanted), HEIGHT, width), np.float32)
    for at, cell in enumerate(wanted):
        rect, around = cell.rect, cell.around
        pixel = rect.height / FRAME / zoom
        left = rect.x + rect.width / 2 + right * rect.height - width / 2 * pixel
        top = rect.y + rect.height / 2 + down * rect.height - HEIGHT / 2 * pixel
        box = (left * scale, top * scale, (left + width * pixel) * scale, (top + HEIGHT * pixel) * scale)
        rows = slice(*_inside(around.y - top, around.height, pixel, HEIGHT))
        columns = slice(*_inside(around.x - left, around.width, pixel, width))
        whole = np.asarray(page.resize((width, HEIGHT), Image.Resampling.BILINEAR, box=box))
        out[at, rows, columns] = whole[rows, columns]
    return normalised(out)


def _inside(start: float, length: float, pixel: float, most: int) -> tuple[int, int]:
    """The first pixel of a part of a picture, and the one after its last."""
    return max(0, round(start / pixel)), min(most, round((start + length) / pixel))


def _read(cells: Sequence[Cell], numbers: range, views: Sequence[Array]) -> list[Reading]:
    plain = [_symbols(number) for number in numbers]
    ways = [plain] if numbers is TOTALS else [plain, *_with_a_correction(plain), [(MINUS, *text) for text in plain]]
    texts = [(), *(text for way in ways for text in way)]
    said = np.mean([text_probabilities(view, texts) for view in views], axis=0)
    values = said[:, 1:].reshape(len(cells), len(ways), len(plain)).sum(axis=1)
    corrected = np.mean([1 - (1 - np.exp(view[:, :, CORRECTION])).prod(axis=1) for view in views], axis=0)
    best = views[0].argmax(axis=2)
    return [
        Reading(
            cell,
            numbers[0],
            values[at],
            float(said[at, 0]),
            float(corrected[at]),
            _number(numbers, values[at], float(corrected[at])) or _text(best[at]),
        )
        for at, cell in enumerate(cells)
    ]


def _with_a_correction(plain: Sequence[Text]) -> list[list[Text]]:
    """The texts of numbers with something crossed out before or after them."""
    return [[(CORRECTION, *text) for text in plain], [(*text, CORRECTION) for text in plain]]


def _number(numbers: range, values: Probabilities, corrected: float) -> str:
    """The number that stands there more likely than anything else, as text; "" if there is none."""
    at = int(values.argmax())
    if values[at] < LIKELIER:
        return ""
    return ("#" if corrected >= LIKELIER else "") + str(numbers[at]).replace("-", "−")


def _symbols(number: int) -> Text:
    digits = tuple(int(digit) for digit in str(abs(number)))
    return (MINUS, *digits) if number < 0 else digits


def _text(symbols: npt.NDArray[np.int64]) -> str:
    """What the likeliest symbols of the steps say; # is a correction."""
    before = [BLANK, *symbols[:-1]]
    return "".join(
        "0123456789−#"[symbol] for symbol, last in zip(symbols, before, strict=True) if symbol not in (BLANK, last)
    )


def text_probabilities(logs: Array, texts: Sequence[Text]) -> Probabilities:
    """The probability of each text in each cell (count, texts): the sum over all ways to say it in the steps."""
    longest = max(len(text) for text in texts)
    path = np.full((len(texts), 2 * longest + 1), BLANK)
    for at, text in enumerate(texts):
        path[at, 1 : 2 * len(text) : 2] = text
    skips = np.zeros(path.shape)
    skips[:, 2:] = (path[:, 2:] != BLANK) & (path[:, 2:] != path[:, :-2])
    steps = np.exp(logs.astype(np.float64))
    alpha = np.zeros((len(logs), *path.shape))
    alpha[:, :, :2] = steps[:, 0][:, path[:, :2]]
    for now in range(1, logs.shape[1]):
        moved = alpha.copy()
        moved[:, :, 1:] += alpha[:, :, :-1]
        moved[:, :, 2:] += alpha[:, :, :-2] * skips[:, 2:]
        alpha = moved * steps[:, now][:, path]
    ends = np.array([2 * len(text) for text in texts])
    every = np.arange(len(texts))
    whole: Probabilities = alpha[:, every, ends] + np.where(ends > 0, alpha[:, every, np.maximum(ends - 1, 0)], 0)
    return whole
