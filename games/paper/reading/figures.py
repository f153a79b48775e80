"""The network that reads the figures in a cell (ADR 81): its weights, and its arithmetic in numpy.

It answers with the probabilities of symbols in steps from left to right, as trained with CTC: what stands in the cell
is what remains of the steps when repetitions, then blanks are left out.
"""

import functools
from pathlib import Path

import numpy as np
import numpy.typing as npt

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
