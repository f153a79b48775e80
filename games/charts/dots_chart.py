"""Charts of totals as dots, with a moving average as line, in per cent of the plot, so that one drawing fits every
width.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from statistics import mean

from django.utils.translation import gettext as _

from clubs.language.locales import minus
from games.charts.line_chart import Tick

AVERAGE_OF = 5
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
APART = 9  # least distance of the two labels at the right, in per cent of the height
FULL = 25  # number of dots above which they are drawn smaller


@dataclass(frozen=True)
class Played:
    """The total of one match or one night, and whether it was won."""

    total: float
    won: bool = False


@dataclass(frozen=True)
class Dot:
    """A total in the plot; only the best and the worst have a `label`, placed on `side` (`above` or `below`)."""

    x: float
    y: float
    won: bool
    label: str = ""
    side: str = ""


@dataclass(frozen=True)
class DotsChart:
    """Everything that `games/charts/_dots.html` draws; positions are percentages from the left and from the top.

    `averages` are lines of points, also lines of a single point; `away` are x positions without a total, `turns` those
    where a new section begins, with its name. `of` is the key of the legend: match, night or average.
    """

    summary: str
    dots: Sequence[Dot]
    averages: Sequence[Sequence[tuple[float, float]]]
    across: Sequence[Tick]
    along: Sequence[Tick]
    last: Tick
    mean: Tick | None = None
    away: Sequence[float] = ()
    turns: Sequence[Tick] = ()
    of: str = "match"

    @property
    def is_full(self) -> bool:
        return len(self.dots) > FULL

    @property
    def has_wins(self) -> bool:
        return any(dot.won for dot in self.dots)

    @property
    def legend(self) -> str:
        """What a dot stands for."""
        phrases = {
            ("match", False): _("Dot: total of a match."),
            ("match", True): _("Dot: total of a match, filled: won."),
            ("night", False): _("Dot: total of a night."),
            ("night", True): _("Dot: total of a night, filled: won."),
            ("average", False): _("Dot: total of a night (the average of several matches)."),
            ("average", True): _("Dot: total of a night (the average of several matches), filled: won."),
        }
        return phrases[self.of, self.has_wins]

    @property
    def lines(self) -> list[str]:
        """The `points` attributes of the lines with more than one point."""
        return [" ".join(f"{x},{y}" for x, y in line) for line in self.averages if len(line) > 1]

    @property
    def lone(self) -> list[tuple[float, float]]:
        """The lines of a single point, which are drawn as dots."""
        return [line[0] for line in self.averages if len(line) == 1]


def dots_chart(
    played: Sequence[Played | None],
    summary: str,
    along: Mapping[int, str],
    most: int,
    turns: Mapping[int, str] | None = None,
    of: str = "match",
) -> DotsChart:
    """Return the chart of the last `most` totals, oldest first; None is a night missed, and interrupts the line.

    The moving average is of five totals. `along` are labels under the axis and `turns` those above it, by index among
    the totals shown, from 0. Raises ValueError if none of them was played.
    """
    shown = played[-most:]
    totals = [each.total for each in shown if each]
    step, low, high = _axis(totals)
    scale = _Scale(low, high, len(shown))
    averages = averages_of([each.total if each else None for each in played])[-most:]
    now = next((average for each, average in zip(reversed(shown), reversed(averages), strict=True) if each), None)
    last, middle = _apart(scale.y(totals[-1]), None if now is None else scale.y(now))
    return DotsChart(
        summary=summary,
        dots=_dots(shown, scale),
        averages=_lines(averages, scale),
        across=[Tick(scale.y(value), minus(value)) for value in range(low, high + 1, step)],
        along=[Tick(scale.x(at), text) for at, text in along.items()],
        last=Tick(last, minus(round(totals[-1]))),
        mean=None if now is None else Tick(middle, minus(round(now))),
        away=[scale.x(at) for at, each in enumerate(shown) if each is None],
        turns=[Tick(scale.before(at), text) for at, text in (turns or {}).items()],
        of=of,
    )


def averages_of(totals: Sequence[float | None]) -> list[float | None]:
    """The average of the last five totals, for each total; None while there are fewer, and where there is no total.

    >>> averages_of([10, 20, 30, 40, None, 50, 10])
    [None, None, None, None, None, 30, 30]
    """
    found, averages = list[float](), list[float | None]()
    for total in totals:
        if total is not None:
            found.append(total)
        is_enough = total is not None and len(found) >= AVERAGE_OF
        averages.append(mean(found[-AVERAGE_OF:]) if is_enough else None)
    return averages


def _lines(averages: Sequence[float | None], scale: "_Scale") -> list[list[tuple[float, float]]]:
    """The averages as lines, interrupted where one is missing."""
    lines: list[list[tuple[float, float]]] = [[]]
    for at, value in enumerate(averages):
        if value is None:
            lines.append([])
        else:
            lines[-1].append((scale.x(at), scale.y(value)))
    return [line for line in lines if line]


@dataclass(frozen=True)
class _Scale:
    low: int
    high: int
    count: int

    def x(self, at: int) -> float:
        return round((at + 0.5) / self.count * 100, 2)

    def before(self, at: int) -> float:
        """The x position between this index and the one before it."""
        return round(at / self.count * 100, 2)

    def y(self, value: float) -> float:
        return round((self.high - value) / (self.high - self.low) * 100, 2)


def _axis(totals: Sequence[float]) -> tuple[int, int, int]:
    """A round step, and the ends of an axis that contains 0."""
    low, high = min(0, *totals), max(1, *totals)
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    return step, floor(low / step) * step, ceil(high / step) * step


def _dots(shown: Sequence[Played | None], scale: _Scale) -> list[Dot]:
    there = [(at, each) for at, each in enumerate(shown) if each]
    best, worst = (pick(there, key=lambda one: one[1].total)[0] for pick in (max, min))
    named = {at for at in (best, worst) if best != worst and at != there[-1][0]}
    dots = []
    for at, each in there:
        label = _label(each) if at in named else ""
        side = ("above" if at == best else "below") if label else ""
        dots.append(Dot(scale.x(at), scale.y(each.total), each.won, label, side))
    return dots


def _label(played: Played) -> str:
    total = minus(round(played.total))
    return _("{total}, won").format(total=total) if played.won else total


def _apart(last: float, middle: float | None) -> tuple[float, float]:
    """The positions of both labels, moved apart if they would overlap."""
    if middle is None or abs(last - middle) >= APART:
        return last, middle or 0
    half, centre = APART / 2, min((last + middle) / 2, 100 - APART / 2)
    places = round(centre - half, 2), round(centre + half, 2)
    return places if last <= middle else places[::-1]
