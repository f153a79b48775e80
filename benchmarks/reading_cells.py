"""Made-up pictures of cells with handwritten figures, to train the network of games/paper/reading/cells.py.

Figures are MNIST digits and strokes drawn here; around them stands what a photo shows as well: the frame's ticks,
lines, box, circle, corrections, blur and noise. Lengths are pixels of a cell's picture.
"""

import gzip
import itertools
import math
import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from games.paper.reading.cells import CORRECTION, FRAME, HEIGHT, MINUS, NARROW, Array, normalised

WIDTH = NARROW
MOST_SYMBOLS = 5
MEASURED = 5_000  # the last digits of the training part, by which the network and its limits are measured
Point = tuple[float, float]
Ink = npt.NDArray[np.uint8]

# Figures as strokes in a square of 100, several ways to write each; they are bent at random.
STROKES: dict[int, tuple[str, ...]] = {
    0: (
        "50,0 15,20 5,55 25,92 55,100 88,75 90,30 65,3 45,0",
        "60,2 20,10 0,50 20,95 70,95 100,50 80,10 50,3",
    ),
    1: (
        "50,0 50,50 50,100",
        "20,30 40,15 60,0 58,50 55,100",
        "10,40 35,20 65,0 63,50 60,100",
        "25,25 50,0 50,50 50,100 / 20,100 50,100 80,100",
    ),
    2: (
        "10,25 35,2 75,5 85,30 50,65 10,100 50,97 95,97",
        "10,20 50,0 85,25 60,60 20,95 10,85 35,80 60,98 95,90",
        "5,15 50,0 90,20 50,60 0,100 / 0,100 50,100 100,100",
    ),
    3: (
        "10,10 50,0 85,20 75,42 40,48 80,58 90,80 60,100 5,90",
        "10,0 50,0 85,0 60,25 40,42 85,55 90,80 50,100 5,88",
    ),
    4: (
        "45,0 25,35 0,65 50,63 100,62 / 70,30 68,65 65,100",
        "10,5 5,30 8,50 50,52 90,48 / 85,0 82,50 80,100",
        "70,100 72,50 72,0 35,35 0,70 50,70 100,68",
    ),
    5: (
        "85,3 50,3 20,5 15,45 55,38 90,60 75,92 40,100 5,90",
        "20,5 18,25 15,45 55,38 90,62 70,95 10,95 / 20,5 50,3 95,0",
    ),
    6: (
        "75,0 35,25 10,62 20,92 58,100 88,78 68,54 35,56 12,75",
        "40,0 15,40 10,80 45,100 85,80 60,58 15,75",
    ),
    7: (
        "5,5 50,4 95,3 65,45 40,100",
        "5,5 50,4 95,3 65,45 40,100 / 25,50 55,48 90,46",
        "5,20 8,5 50,6 92,2 70,40 50,100",
    ),
    8: (
        "75,18 50,0 18,15 30,40 68,56 88,80 55,100 15,88 20,65 60,45 80,22 60,3",
        "50,0 20,20 50,45 80,20 50,0 / 50,45 10,75 50,100 90,75 50,45",
    ),
    9: (
        "85,22 55,0 18,16 15,42 46,54 82,36 86,20 80,60 60,100",
        "80,15 40,0 10,25 40,50 80,20 82,60 80,100",
        "80,15 40,2 12,28 40,50 80,25 82,70 60,98 15,90",
    ),
}


@dataclass(frozen=True)
class Digits:
    """Pictures of digits, 28 x 28 with ink 255; their values; and the boxes of their ink (left, top, width, height)."""

    pictures: Ink
    values: npt.NDArray[np.int64]
    boxes: Array

    @classmethod
    def of(cls, pictures: Ink, values: npt.NDArray[np.int64]) -> "Digits":
        """Measure the boxes."""
        ink: npt.NDArray[np.bool_] = np.greater(pictures, 90)
        across, down = np.asarray(ink.any(axis=1)), np.asarray(ink.any(axis=2))
        left, top = across.argmax(axis=1), down.argmax(axis=1)
        right, bottom = 28 - across[:, ::-1].argmax(axis=1), 28 - down[:, ::-1].argmax(axis=1)
        boxes = np.stack([left, top, np.maximum(right - left, 3), np.maximum(bottom - top, 3)], axis=1)
        return cls(pictures, values, boxes.astype(np.float32))

    def part(self, which: slice) -> "Digits":
        """Some of them."""
        return Digits(self.pictures[which], self.values[which], self.boxes[which])

    def __add__(self, other: "Digits") -> "Digits":
        return Digits(
            np.concatenate([self.pictures, other.pictures]),
            np.concatenate([self.values, other.values]),
            np.concatenate([self.boxes, other.boxes]),
        )


def mnist(folder: Path, part: str) -> Digits:
    """The digits of a part, "train" or "t10k", from its two idx files."""

    def content(name: str) -> bytes:
        plain = folder / name
        return plain.read_bytes() if plain.exists() else gzip.decompress((folder / f"{name}.gz").read_bytes())

    pictures = np.frombuffer(content(f"{part}-images-idx3-ubyte"), np.uint8, offset=16).reshape(-1, 28, 28)
    values = np.frombuffer(content(f"{part}-labels-idx1-ubyte"), np.uint8, offset=8).astype(np.int64)
    return Digits.of(pictures, values)


def sampled(file: Path) -> Digits:
    """The digits of a sample, as `python -m benchmarks.reading_sample` writes it."""
    with np.load(file) as parts:
        return Digits.of(parts["pictures"], parts["values"].astype(np.int64))


def _points(stroke: str) -> list[Point]:
    return [(int(x) / 100, int(y) / 100) for x, y in (point.split(",") for point in stroke.split())]


def bent(points: list[Point], chance: random.Random, by: float) -> list[Point]:
    """The points moved at random, joined by a smooth curve."""
    moved = [(x + chance.gauss(0, by), y + chance.gauss(0, by)) for x, y in points]
    ends = [moved[0], *moved, moved[-1]]
    curve: list[Point] = []
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(6):
            t = step / 6
            curve.append(
                tuple(  # type: ignore[arg-type]
                    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
                    for a, b, c, d in zip(before, start, end, after, strict=True)
                )
            )
    return [*curve, moved[-1]]


def drawn_digits(count: int, seed: int) -> Digits:
    """Digits drawn from strokes."""
    chance = random.Random(seed)
    pictures, values = np.zeros((count, 28, 28), np.uint8), np.zeros(count, np.int64)
    for at in range(count):
        value = chance.randrange(10)
        big = Image.new("L", (112, 112))
        pen = ImageDraw.Draw(big)
        wide, by = chance.uniform(0.4, 0.8), chance.uniform(0.01, 0.05)
        thick = chance.uniform(5, 12)
        for stroke in chance.choice(STROKES[value]).split("/"):
            curve = [(56 + (x - 0.5) * 80 * wide, 16 + 80 * y) for x, y in bent(_points(stroke), chance, by)]
            pen.line(curve, 255, round(thick), joint="curve")
            for x, y in (curve[0], curve[-1]):
                pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), 255)
        pictures[at], values[at] = np.asarray(big.resize((28, 28), Image.Resampling.BOX)), value
    return Digits.of(pictures, values)


@dataclass
class Batch:
    """What is drawn on many cells: figures as (cell, digit, x, y, width, height, slant, turn), strokes as (cell, x, y,
    x, y, half width), printed bars as (cell, left, top, right, bottom, darkness), corners as (cell, x, y, side).
    """

    figures: list[tuple[float, ...]] = field(default_factory=list)
    strokes: list[tuple[float, ...]] = field(default_factory=list)
    bars: list[tuple[float, ...]] = field(default_factory=list)
    corners: list[tuple[float, ...]] = field(default_factory=list)


class Writer:
    """Makes cells from digits, with the symbols that stand in them."""

    def __init__(self, digits: Digits, seed: int) -> None:
        self.digits = digits
        self.chance = random.Random(seed)
        self.noise = np.random.default_rng(seed)
        self.by_value = [np.flatnonzero(digits.values == value) for value in range(10)]

    def cells(self, count: int) -> tuple[Array, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Normalised pictures (count, HEIGHT, WIDTH), their symbols (count, MOST_SYMBOLS), -1 after the last, and the
        columns in whose middle these stand.
        """
        batch = Batch()
        symbols, columns = np.full((2, count, MOST_SYMBOLS), -1, np.int32)
        for at in range(count):
            self.middles: list[float] = []
            written = self._plan(batch, at)
            symbols[at, : len(written)] = written
            columns[at, : len(written)] = np.clip(self.middles, 0, WIDTH - 1)
        return self._photo(batch, count), symbols, columns

    # What is written.

    def _plan(self, batch: Batch, at: int) -> list[int]:
        chance = self.chance
        is_total = chance.random() < 0.42
        frame = FRAME * (chance.triangular(0.9, 2.6, 1.4) if is_total else chance.triangular(0.5, 2.2, 1.0))
        middle = WIDTH / 2 + chance.gauss(0, 0.6), HEIGHT / 2 + chance.gauss(0, 0.6)
        self._print(batch, at, middle, frame, is_total=is_total)
        if chance.random() < 0.06:
            return []
        value = self._total() if is_total else self._figure()
        half = chance.uniform(0.45, 1.6)
        height = FRAME * min(max(chance.gauss(0.68 if not is_total else 0.7, 0.1), 0.42), 0.98)
        aside = 1.5 + 0.1 * max(0.0, frame - WIDTH * 0.7)
        place = middle[0] + chance.gauss(0, aside), middle[1] + chance.gauss(0, 1.2)
        fate = chance.random()
        if fate < 0.07:
            return self._corrected(batch, at, value, place, height, frame, half)
        left, right = self._write(batch, at, value, place, height, frame, half)
        if not is_total and fate < 0.33:
            self._strike(batch, at, left, right, place[1], height, half)
        if is_total and fate < 0.28:
            self._box(batch, at, middle, frame, half)
        elif is_total and fate < 0.48:
            self._circle(batch, at, middle, frame, half)
        return value

    def _figure(self) -> list[int]:
        if self.chance.random() < 0.68:
            return [self.chance.randrange(10)]
        return [1 if self.chance.random() < 0.5 else self.chance.randrange(1, 10), self.chance.randrange(10)]

    def _total(self) -> list[int]:
        chance = self.chance
        count = chance.choices((1, 2, 3), (25, 52, 23))[0]
        value = [chance.randrange(10) for _place in range(count)]
        if count > 1 and value[0] == 0:
            value[0] = chance.randrange(1, 10)
        if count == 3 and chance.random() < 0.7:
            value[0] = chance.choice((1, 1, 2))
        return [MINUS, *value] if chance.random() < 0.25 and count < 3 else value

    def _write(
        self, batch: Batch, at: int, value: list[int], place: Point, height: float, frame: float, half: float
    ) -> Point:
        """Write symbols side by side; return where they begin and end."""
        chance = self.chance
        slant, turn = chance.gauss(0.05, 0.13), chance.gauss(0, 0.06)
        parts = []
        for symbol in value:
            high = height * chance.uniform(0.88, 1.1)
            if symbol in (MINUS, CORRECTION):
                digit, wide = -1, height * chance.uniform(0.28, 0.55)
                wide = wide * 1.4 if symbol == CORRECTION else wide
            else:
                digit = int(chance.choice(self.by_value[symbol]))
                _left, _top, across, down = self.digits.boxes[digit]
                wide = high * float(across) / float(down) * chance.uniform(0.82, 1.18)
            parts.append((symbol, digit, wide, high))
        gaps = [height * chance.uniform(-0.02, 0.28) for _part in parts[1:]]
        whole = sum(part[2] for part in parts) + sum(gaps)
        squeeze = min(1.0, min(frame, WIDTH * 0.85) * chance.uniform(0.85, 1.08) / whole)
        lower = squeeze**0.4
        x = start = place[0] - whole * squeeze / 2
        for index, (symbol, digit, wide, high) in enumerate(parts):
            wide, high = wide * squeeze, high * lower
            y = place[1] + chance.gauss(0, 0.5)
            self.middles.append(x + wide / 2)
            if symbol == MINUS:
                rise = chance.gauss(0, 0.6)
                batch.strokes.append((at, x, y + rise, x + wide, y - rise, half))
            elif symbol == CORRECTION:
                self._scribble(batch, at, (x + wide / 2, y), wide, high, half)
            else:
                own = slant + chance.gauss(0, 0.04), turn + chance.gauss(0, 0.03)
                batch.figures.append((at, digit, x + wide / 2, y, wide, high, *own))
            x += wide + (gaps[index] * squeeze if index < len(gaps) else 0.0)
        return start, x

    def _corrected(
        self, batch: Batch, at: int, value: list[int], place: Point, height: float, frame: float, half: float
    ) -> list[int]:
        """Something blacked out or struck out, mostly with the right figures beside it."""
        chance = self.chance
        if chance.random() < 0.3:
            self._write(batch, at, [CORRECTION], place, height, frame, half)
            return [CORRECTION]
        value = value[-2:]
        if chance.random() < 0.6:
            written = [CORRECTION, *value] if chance.random() < 0.85 else [*value, CORRECTION]
            self._write(batch, at, written, place, height, frame, half)
            return written
        wrong = [chance.randrange(10)]
        aside = frame * chance.uniform(0.2, 0.3)
        left, right = self._write(batch, at, wrong, (place[0] - aside, place[1]), height, frame * 0.55, half)
        for _stroke in range(chance.choice((1, 2, 2, 3))):
            self._strike(batch, at, left, right, place[1] + chance.gauss(0, 1), height, half)
        self._write(batch, at, value, (place[0] + aside, place[1]), height * 0.9, frame * 0.5, half)
        return [CORRECTION, *value]

    def _strike(self, batch: Batch, at: int, left: float, right: float, y: float, height: float, half: float) -> None:
        chance = self.chance
        x, wide = (left + right) / 2, (right - left) / 2 + height * chance.uniform(0.05, 0.28)
        wide = max(wide, height * chance.uniform(0.25, 0.42))
        rise = height * chance.uniform(0.15, 0.55) * (1 if chance.random() < 0.9 else -1)
        if chance.random() < 0.12:
            rise = height * chance.gauss(0, 0.06)
        bow = chance.gauss(0, 0.8), chance.gauss(0, 0.8)
        middle = x + bow[0], y + bow[1]
        batch.strokes.append((at, x - wide, y + rise, *middle, half))
        batch.strokes.append((at, *middle, x + wide, y - rise, half))

    def _scribble(self, batch: Batch, at: int, place: Point, wide: float, high: float, half: float) -> None:
        chance = self.chance
        turns = chance.randrange(6, 13)
        points = [
            (
                place[0] - wide / 2 + wide * step / turns + chance.gauss(0, 0.06) * wide,
                place[1] + (high / 2 if step % 2 else -high / 2) * chance.uniform(0.65, 1.0),
            )
            for step in range(turns + 1)
        ]
        if chance.random() < 0.7:
            points += [(x + chance.gauss(0, 0.08) * wide, y + chance.gauss(0, 0.15) * high) for x, y in points[::-1]]
        if chance.random() < 0.3:
            points = [
                (place[0] + (y - place[1]) * wide / high, place[1] + (x - place[0]) * high / wide) for x, y in points
            ]
        self._line(batch, at, points, max(half, 0.7))

    def _line(self, batch: Batch, at: int, points: list[Point], half: float) -> None:
        for (x, y), (right, bottom) in itertools.pairwise(points):
            batch.strokes.append((at, x, y, right, bottom, half))

    def _box(self, batch: Batch, at: int, middle: Point, frame: float, half: float) -> None:
        chance = self.chance
        across, down = frame / 2 + chance.uniform(-0.5, 4), FRAME / 2 + chance.uniform(-0.5, 3)
        signs = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
        points = [
            (middle[0] + x * across + chance.gauss(0, 0.8), middle[1] + y * down + chance.gauss(0, 0.6))
            for x, y in signs
        ]
        self._line(batch, at, points, half)

    def _circle(self, batch: Batch, at: int, middle: Point, frame: float, half: float) -> None:
        chance = self.chance
        across, down = frame / 2 + chance.uniform(-1, 5), FRAME / 2 + chance.uniform(-1.5, 3)
        begin, turn = chance.uniform(0, 6.3), 2 * math.pi * chance.uniform(0.95, 1.1)
        points = []
        for step in range(15):
            angle, round_ = begin + turn * step / 14, chance.gauss(1, 0.02)
            points.append((middle[0] + across * round_ * math.cos(angle), middle[1] + down * round_ * math.sin(angle)))
        self._line(batch, at, points, half)

    # What is printed.

    def _print(self, batch: Batch, at: int, middle: Point, frame: float, *, is_total: bool) -> None:
        frame_box = (middle[0] - frame / 2, middle[1] - FRAME / 2, middle[0] + frame / 2, middle[1] + FRAME / 2)
        is_dealer = self._ticks(batch, at, frame_box, is_total=is_total)
        self._lines(batch, at, frame_box, is_total=is_total, is_dealer=is_dealer)
        self._neighbours(batch, at)

    def _ticks(self, batch: Batch, at: int, box: tuple[float, float, float, float], *, is_total: bool) -> bool:
        """The corners of the frame; return whether the grey corner of the dealer replaces one."""
        chance = self.chance
        left, top, right, bottom = box
        tick, thick, dark = chance.uniform(3, 5), chance.uniform(0.5, 1.0), chance.uniform(0.25, 0.55)
        is_dealer = not is_total and chance.random() < 0.2
        for x, inner in ((left, 1), (right, -1)):
            for y, below in ((top, 1), (bottom, -1)):
                if is_dealer and (x, y) == (left, top):
                    continue
                ends = sorted((x, x + inner * tick)), sorted((y, y + below * tick))
                batch.bars.append((at, ends[0][0], y - thick / 2, ends[0][1], y + thick / 2, dark))
                batch.bars.append((at, x - thick / 2, ends[1][0], x + thick / 2, ends[1][1], dark))
        if is_total:
            for part in (1, 2):
                x = left + (right - left) * part / 3
                batch.bars.append((at, x - thick / 2, bottom - tick * 0.7, x + thick / 2, bottom, dark))
        return is_dealer

    def _lines(
        self, batch: Batch, at: int, box: tuple[float, float, float, float], *, is_total: bool, is_dealer: bool
    ) -> None:
        """The lines of the grid around the frame, and the grey corner."""
        chance = self.chance
        left, top, right, bottom = box
        away = chance.uniform(1.8, 3.4), chance.uniform(1.8, 3.6)
        for line, is_side in ((left - away[0], 1), (right + away[0], 1), (top - away[1], 0), (bottom + away[1], 0)):
            if is_total and chance.random() < 0.8:
                continue
            wide = chance.choice((0.35, 0.35, 0.75)) * chance.uniform(0.8, 1.6)
            dark = chance.uniform(0.25, 0.95)
            whole = (line - wide, 0, line + wide, HEIGHT) if is_side else (0, line - wide, WIDTH, line + wide)
            batch.bars.append((at, *whole, dark))
        if is_dealer:
            batch.corners.append((at, left - away[0] + 0.3, top - away[1] + 0.3, chance.uniform(6.5, 9.5)))

    def _neighbours(self, batch: Batch, at: int) -> None:
        """Strokes that reach in from cells beside this one."""
        chance = self.chance
        if chance.random() < 0.12:
            x, y = chance.choice((0.5, WIDTH - 0.5)), chance.uniform(0, HEIGHT)
            batch.strokes.append((at, x, y, x + chance.gauss(0, 2.5), y + chance.gauss(0, 6), 0.8))
        if chance.random() < 0.12:
            x, y = chance.uniform(0, WIDTH), chance.choice((0.0, HEIGHT - 0.5))
            batch.strokes.append((at, x, y, x + chance.gauss(0, 5), y + chance.gauss(0, 2.0), 0.8))

    # How the photo shows it.

    def _photo(self, batch: Batch, count: int) -> Array:
        noise = self.noise
        ink = _inked(self.digits, batch.figures, count, noise)
        for stroke, covered in zip(batch.strokes, _segments(batch.strokes), strict=True):
            own = ink[int(stroke[0])]
            np.maximum(own, covered, out=own)
        printed = _printed(batch, count)
        pen = noise.uniform(0.3, 0.92, (count, 1, 1)).astype(np.float32)
        pen = np.where(noise.random((count, 1, 1)) < 0.15, pen * 0.6, pen)
        uneven = 1 + noise.normal(0, 0.1, (count, HEIGHT, WIDTH)).astype(np.float32) * noise.random((count, 1, 1))
        dark: Array = (1 - (1 - np.clip(ink * pen * uneven, 0, 1)) * (1 - printed)).astype(np.float32)
        dark = _blurred(dark, noise)
        slope = noise.normal(0, 0.03, (count, 2)).astype(np.float32)
        across, down = np.linspace(-1, 1, WIDTH), np.linspace(-1, 1, HEIGHT)
        slopes = slope[:, :1, None] * across[None, None, :] + slope[:, 1:, None] * down[None, :, None]
        grain = noise.normal(0, 1, dark.shape) * noise.uniform(0.0, 0.05, (count, 1, 1))
        seen = np.clip(dark + slopes + grain + noise.normal(0, 0.012, (count, 1, 1)), 0, 1)
        return normalised(seen.astype(np.float32))


def _inked(digits: Digits, figures: list[tuple[float, ...]], count: int, noise: np.random.Generator) -> Array:
    """The ink of the figures on the cells, 0 to 1."""
    ink = np.zeros((count, HEIGHT, WIDTH), np.float32)
    if not figures:
        return ink
    placed = np.array(figures, np.float32)
    cell, digit = placed[:, 0].astype(int), placed[:, 1].astype(int)
    x, y, wide, high, slant, turn = (placed[:, at, None, None] for at in range(2, 8))
    dx = np.arange(WIDTH, dtype=np.float32)[None, None, :] + 0.5 - x
    dy = np.arange(HEIGHT, dtype=np.float32)[None, :, None] + 0.5 - y
    dx, dy = dx + turn * dy, dy - turn * dx
    dx = dx + slant * dy
    boxes = digits.boxes[digit]
    u = boxes[:, 0, None, None] + (dx / wide + 0.5) * boxes[:, 2, None, None] - 0.5
    v = boxes[:, 1, None, None] + (dy / high + 0.5) * boxes[:, 3, None, None] - 0.5
    there = (u > -1) & (u < 28) & (v > -1) & (v < 28)
    u, v = np.clip(u, 0, 26.999), np.clip(v, 0, 26.999)
    left, top = u.astype(int), v.astype(int)
    u, v = u - left, v - top
    flat = digits.pictures.reshape(-1)
    base = digit[:, None, None] * 784 + top * 28 + left
    value = (flat[base] * (1 - u) + flat[base + 1] * u) * (1 - v) + (
        flat[base + 28] * (1 - u) + flat[base + 29] * u
    ) * v
    level = noise.uniform(0.2, 0.62, count).astype(np.float32)[cell][:, None, None]
    value = np.clip((value / 255 - level) * 2.2 + 0.5, 0, 1) * there
    for at, own in zip(cell, value, strict=True):
        np.maximum(ink[at], own, out=ink[at])
    return ink


def _segments(strokes: list[tuple[float, ...]]) -> Array:
    """The ink of each stroke on its own cell."""
    if not strokes:
        return np.zeros((0, HEIGHT, WIDTH), np.float32)
    placed = np.array(strokes, np.float32)
    x, y, right, bottom, half = (placed[:, at, None, None] for at in range(1, 6))
    dx = np.arange(WIDTH, dtype=np.float32)[None, None, :] + 0.5 - x
    dy = np.arange(HEIGHT, dtype=np.float32)[None, :, None] + 0.5 - y
    across, down = right - x, bottom - y
    along = np.clip((dx * across + dy * down) / np.maximum(across**2 + down**2, 1e-6), 0, 1)
    away = np.hypot(dx - along * across, dy - along * down)
    covered: Array = np.clip(half + 0.5 - away, 0, 1)
    return covered


def _printed(batch: Batch, count: int) -> Array:
    printed = np.zeros((count, HEIGHT, WIDTH), np.float32)
    columns, rows = np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32)
    for at, left, top, right, bottom, dark in batch.bars:
        across = np.clip(np.minimum(columns + 1, right) - np.maximum(columns, left), 0, 1)
        down = np.clip(np.minimum(rows + 1, bottom) - np.maximum(rows, top), 0, 1)
        own = printed[int(at)]
        np.maximum(own, dark * down[:, None] * across[None, :], out=own)
    for at, x, y, side in batch.corners:
        inside = (columns[None, :] >= x) & (rows[:, None] >= y)
        own = printed[int(at)]
        np.maximum(own, 0.65 * inside * np.clip(side - (columns[None, :] - x) - (rows[:, None] - y), 0, 1), out=own)
    return printed


def _blurred(dark: Array, noise: np.random.Generator) -> Array:
    """The cells blurred, each by itself, in both directions."""
    sigma = noise.uniform(0.25, 1.05, (len(dark), 1)).astype(np.float32)
    kernel = np.exp(-0.5 * (np.arange(-2, 3, dtype=np.float32)[None, :] / sigma) ** 2)
    kernel /= kernel.sum(axis=1, keepdims=True)
    for axis in (1, 2):
        around = [(0, 0), (2, 2), (0, 0)] if axis == 1 else [(0, 0), (0, 0), (2, 2)]
        padded = np.pad(dark, around, mode="edge")
        size = dark.shape[axis]
        parts = [np.take(padded, range(at, at + size), axis=axis) * kernel[:, at, None, None] for at in range(5)]
        dark = np.sum(parts, axis=0, dtype=np.float32)
    return dark
