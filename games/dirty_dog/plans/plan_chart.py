"""The plan as a bar chart: one bar per hand, as high as its cards; lengths are in pixels of the drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

STEP, TOP, FLOOR, CROWDED = 31, 2.0, 100.0, 24


@dataclass(frozen=True)
class Bar:
    """The bar of one hand; `was` is how much higher it was before a latecomer made the hand smaller, `label` is ""
    where it would not fit.
    """

    css: str
    x: float
    y: float
    width: float
    height: float
    middle: float
    label: str
    was: float = 0.0

    @property
    def top(self) -> float:
        """The y of the bar’s top before the change."""
        return round(self.y - self.was, 1)


@dataclass(frozen=True)
class Bars:
    """The chart: its size, and a bar per hand."""

    width: int
    height: int
    bars: Sequence[Bar]


def draw(cards: Sequence[int], *, done: int = 0, now: bool = False, was: Sequence[int] = ()) -> Bars:
    """Return the chart of hands of so many cards; `done` hands are played, `now` marks the one after them, `was` are
    the earlier sizes.
    """
    width = STEP * min(max(len(cards), 1), CROWDED)
    step = width / max(len(cards), 1)
    unit = (FLOOR - TOP) / max([*cards, *was, 1])
    every = -(-len(cards) // CROWDED)
    bars = [
        _bar(place, size, step, unit, _css(place, done, now=now), str(size) if place % every == 0 else "", before)
        for place, (size, before) in enumerate(zip(cards, was or cards, strict=True))
    ]
    return Bars(width, 120, bars)


def _css(place: int, done: int, *, now: bool) -> str:
    if place < done:
        return "plan-done"
    return "plan-now" if now and place == done else "plan-bar"


def _bar(place: int, size: int, step: float, unit: float, css: str, label: str, before: int) -> Bar:
    left, width, height = place * step + 2, max(step - 4, 1), size * unit
    return Bar(
        css=css,
        x=round(left, 1),
        y=round(FLOOR - height, 1),
        width=round(width, 1),
        height=round(height, 1),
        middle=round(left + width / 2, 1),
        label=label,
        was=round((before - size) * unit, 1) if before > size else 0.0,
    )
