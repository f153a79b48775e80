"""Cuts the cells out of a straightened page, and reads each of them by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from games.paper.geometry import MOST_PILE, Cell
from games.paper.reading.figures import (
    BLANK,
    CORRECTION,
    FRAME,
    HEIGHT,
    MARGIN,
    MINUS,
    NARROW,
    STEP,
    Array,
    normalised,
    symbol_logs,
)

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
