"""Totals as dots and the average of the last few as a line, in percent of the plot: one drawing serves every width."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from statistics import mean

from django.utils.translation import gettext as _

from clubs.language.figures import minus
from games.charts.line_chart import Tick

AVERAGE_OF = 5
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
APART = 9  # percent of the height between the two labels at the right
FULL = 25  # dots; more of them are drawn smaller


@dataclass(frozen=True)
class Played:
    """One match, or one night: its total, and whether it was won."""

    total: float
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
    """Everything `games/charts/_dots.html` draws; places are percentages from the left and from the top.

    The `averages` are lines, and one place alone is a line of one; `away` are places without a total, `turns` where
    something else begins, with its name.
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
        """What a dot is."""
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
        return [" ".join(f"{x},{y}" for x, y in line) for line in self.averages if len(line) > 1]

    @property
    def lone(self) -> list[tuple[float, float]]:
        """Averages between two nights away."""
        return [line[0] for line in self.averages if len(line) == 1]


def dots_chart(
    played: Sequence[Played | None],
    summary: str,
    along: Mapping[int, str],
    most: int,
    turns: Mapping[int, str] | None = None,
    of: str = "match",
) -> DotsChart:
    """The last `most` of them, the oldest first; None is away, and breaks the line, which has a place wherever five
    totals are behind it.

    `along` names places under the axis and `turns` those above it, counted from 0 among those shown. Raises ValueError
    where none of them was played.
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
    """With each total the average of the last five; None while there are fewer, and where there is no total.

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
    """One where none is missing, else as many as there are stretches."""
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
        """Between this place and the one before it."""
        return round(at / self.count * 100, 2)

    def y(self, value: float) -> float:
        return round((self.high - value) / (self.high - self.low) * 100, 2)


def _axis(totals: Sequence[float]) -> tuple[int, int, int]:
    """A round step and the ends of an axis that has 0 on it."""
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
    """The places of both labels, moved from each other where they would touch."""
    if middle is None or abs(last - middle) >= APART:
        return last, middle or 0
    half, centre = APART / 2, min((last + middle) / 2, 100 - APART / 2)
    places = round(centre - half, 2), round(centre + half, 2)
    return places if last <= middle else places[::-1]
