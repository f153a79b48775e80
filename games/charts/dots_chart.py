"""Totals as dots and the average of the last few as a line, in percent of the plot: one drawing serves every width."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from statistics import mean

from games.charts.line_chart import Tick
from games.sheets.text import minus

AVERAGE_OF = 5
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
APART = 9  # percent of the height between the two labels at the right
FULL = 25  # dots; more of them are drawn smaller


@dataclass(frozen=True)
class Played:
    """One match: its total, and whether it was won."""

    total: int
    won: bool = False


@dataclass(frozen=True)
class Dot:
    """Where a total stands; `label` for the best and the worst alone, on which side of it is its sign."""

    x: float
    y: float
    won: bool
    label: str = ""
    side: str = ""


@dataclass(frozen=True)
class DotsChart:
    """Everything `games/charts/_dots.html` draws; places are percentages from the left and from the top."""

    summary: str
    dots: Sequence[Dot]
    average: str
    across: Sequence[Tick]
    along: Sequence[Tick]
    last: Tick
    mean: Tick | None = None
    is_full: bool = False


def dots_chart(played: Sequence[Played], summary: str, along: Mapping[int, str], most: int) -> DotsChart:
    """The last `most` of them, the oldest first; the line has a place wherever five matches are behind it.

    `along` names places under the axis, counted from 0 among those shown.
    """
    shown = played[-most:]
    step, low, high = _axis([each.total for each in shown])
    scale = _Scale(low, high, len(shown))
    averages = averages_of([each.total for each in played])[-most:]
    line = [(scale.x(at), scale.y(value)) for at, value in enumerate(averages) if value is not None]
    now = averages[-1]
    last, middle = _apart(scale.y(shown[-1].total), None if now is None else scale.y(now))
    return DotsChart(
        summary=summary,
        dots=_dots(shown, scale),
        average=" ".join(f"{x},{y}" for x, y in line),
        across=[Tick(scale.y(value), minus(value)) for value in range(low, high + 1, step)],
        along=[Tick(scale.x(at), text) for at, text in along.items()],
        last=Tick(last, minus(shown[-1].total)),
        mean=None if now is None else Tick(middle, minus(round(now))),
        is_full=len(shown) > FULL,
    )


def averages_of(totals: Sequence[int]) -> list[float | None]:
    """After each match the average of the last five; None while there are fewer.

    >>> averages_of([10, 20, 30, 40, 50, 10])
    [None, None, None, None, 30, 30]
    """
    found = [totals[max(0, end - AVERAGE_OF) : end] for end in range(1, len(totals) + 1)]
    return [mean(some) if len(some) == AVERAGE_OF else None for some in found]


@dataclass(frozen=True)
class _Scale:
    low: int
    high: int
    count: int

    def x(self, at: int) -> float:
        return round((at + 0.5) / self.count * 100, 2)

    def y(self, value: float) -> float:
        return round((self.high - value) / (self.high - self.low) * 100, 2)


def _axis(totals: Sequence[int]) -> tuple[int, int, int]:
    """A round step and the ends of an axis that has 0 on it."""
    low, high = min(0, *totals), max(1, *totals)
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    return step, floor(low / step) * step, ceil(high / step) * step


def _dots(shown: Sequence[Played], scale: _Scale) -> list[Dot]:
    totals = [each.total for each in shown]
    best, worst = totals.index(max(totals)), totals.index(min(totals))
    named = {at for at in (best, worst) if best != worst and at != len(shown) - 1}
    dots = []
    for at, each in enumerate(shown):
        label = f"{minus(each.total)}{', won' * each.won}" if at in named else ""
        side = ("above" if at == best else "below") if label else ""
        dots.append(Dot(scale.x(at), scale.y(each.total), each.won, label, side))
    return dots


def _apart(last: float, middle: float | None) -> tuple[float, float]:
    """The places of both labels, moved from each other where they would touch."""
    if middle is None or abs(last - middle) >= APART:
        return last, middle or 0
    half, centre = APART / 2, min((last + middle) / 2, 100 - APART / 2)
    places = round(centre - half, 2), round(centre + half, 2)
    return places if last <= middle else places[::-1]
