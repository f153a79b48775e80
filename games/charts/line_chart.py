"""Line charts as coordinates in SVG units; pages show the same numbers in a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import ceil, floor

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.language.locales import minus
from games.base.names import isolated, shortened
from games.entries.match_state import MatchState
from games.sheets.layout_words import brief
from scoring.base import Line

WIDTH, HEIGHT = 680, 300
LOW = 130  # less high, where a chart has the whole width of a page
LEFT, RIGHT, TOP, BOTTOM = 34, 530, 12, 265
LABEL = 20  # least distance between two labels
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
LEAST_RANGE = 3  # smallest difference between the lowest and the highest value of a chart, in points
DASHES = ("l-b", "l-c", "l-d", "l-e", "l-f", "l-g")


@dataclass(frozen=True)
class Series:
    """One line: its points as (x, value), and the name in its label."""

    name: str
    points: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class ChartLine:
    """A drawn line; `css` is its stroke, with a dash pattern of its own, so that colour is not the only difference."""

    points: str
    css: str
    label: str
    label_y: float
    end: tuple[float, float]


@dataclass(frozen=True)
class Tick:
    """A label on an axis and its position."""

    at: float
    text: str


@dataclass(frozen=True)
class Chart:
    """A chart with all positions in SVG units, for pages and for printed sheets."""

    summary: str
    lines: Sequence[ChartLine]
    across: Sequence[Tick]
    along: Sequence[Tick]
    zero: float
    label_x: float
    goal: Tick | None = None
    band: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT

    @property
    def svg(self) -> SafeString:
        """The SVG element, built without a template, which would be slow for so many numbers. User text is escaped."""
        place = f'class="chart" viewBox="0 0 {self.width} {self.height}" role="img" aria-label="{escape(self.summary)}"'
        band = f'<polygon class="band" points="{self.band}"/>' if self.band else ""
        return SafeString(f"<svg {place}>{band}{''.join([*self._grid(), *self._lines()])}</svg>")

    def _grid(self) -> Iterator[str]:
        for tick in self.across:
            yield self._across("zero" if tick.at == self.zero else "grid", tick.at)
            yield f'<text x="{self.left - 8}" y="{tick.at}" dy="4" text-anchor="end">{escape(tick.text)}</text>'
        if self.goal:
            at, text = self.goal.at, escape(self.goal.text)
            yield self._across("line35", at)
            yield f'<text class="end" x="{self.left}" y="{at}" dx="6" dy="-6">{text}</text>'
        for tick in self.along:
            yield f'<text x="{tick.at}" y="{self.height - 6}" text-anchor="middle">{escape(tick.text)}</text>'

    def _across(self, css: str, at: float) -> str:
        return f'<line class="{css}" x1="{self.left}" x2="{self.right}" y1="{at}" y2="{at}"/>'

    def _lines(self) -> Iterator[str]:
        for line in self.lines:
            yield f'<polyline class="line {line.css}" points="{line.points}"/>'
        for line in self.lines:
            yield f'<text class="end" x="{self.label_x}" y="{line.label_y}">{escape(line.label)}</text>'
        for x, y in (line.end for line in self.lines[:1]):
            yield f'<circle class="dot" cx="{x}" cy="{y}" r="5"/>'


@dataclass(frozen=True)
class _Scale:
    low: int
    high: int
    first: int
    last: int
    bottom: int = BOTTOM

    @cached_property
    def across(self) -> int:
        return max(1, self.last - self.first)

    @cached_property
    def up(self) -> int:
        return max(1, self.high - self.low)

    def x(self, value: int) -> float:
        return round(LEFT + (value - self.first) / self.across * (RIGHT - LEFT), 1)

    def y(self, value: float) -> float:
        return round(self.bottom - (value - self.low) / self.up * (self.bottom - TOP), 1)


def has_shape(values: Iterable[int]) -> bool:
    """Whether lines through these values can be told apart: they span at least three points."""
    reached = list(values)
    return max(reached, default=0) - min(reached, default=0) >= LEAST_RANGE


def line_chart(
    series: Sequence[Series],
    summary: str,
    last: int,
    along: Mapping[int, str],
    goal: int | None = None,
    *,
    is_low: bool = False,
) -> Chart:
    """Return the chart of these series, in order of rank: the first is emphasised, the last is dotted.

    `last` is the end of the x axis, `along` are its labels by x, `goal` is the total at which the game ends, and
    `is_low` draws it for the whole width of a page.
    """
    values = [value for one in series for _, value in one.points]
    first = min((x for one in series for x, _ in one.points), default=0)
    less = LOW if is_low else 0
    scale = _Scale(min(0, *values, 0), max(1, *values, goal or 1), first, last, BOTTOM - less)
    labels = spread([scale.y(one.points[-1][1]) for one in series], bottom=scale.bottom)
    return Chart(
        summary=summary,
        lines=[_line(one, scale, _css(at, len(series)), labels[at]) for at, one in enumerate(series)],
        across=[Tick(scale.y(value), minus(value)) for value in ticks(scale.low, scale.high)],
        along=[Tick(scale.x(x), text) for x, text in along.items()],
        zero=scale.y(0),
        label_x=scale.x(max((one.points[-1][0] for one in series), default=last)) + 10,
        goal=None if goal is None else Tick(scale.y(goal), minus(goal)),
        height=HEIGHT - less,
    )


def band_chart(guesses: Sequence[tuple[float, float]], summary: str, label: str, along: Mapping[int, str]) -> Chart:
    """Return a chart of one line with a band: (value, uncertainty) for x from 1 on.

    The y axis need not contain 0.
    """
    low, high = floor(min(value - off for value, off in guesses)), ceil(max(value + off for value, off in guesses))
    scale = _Scale(low, high, 1, len(guesses))
    line = [(scale.x(x), scale.y(value)) for x, (value, _) in enumerate(guesses, start=1)]
    above = [(x, scale.y(value + off)) for (x, _), (value, off) in zip(line, guesses, strict=True)]
    below = [(x, scale.y(value - off)) for (x, _), (value, off) in zip(line, guesses, strict=True)]
    return Chart(
        summary=summary,
        lines=[ChartLine(_joined(line), "l-top", label, round(line[-1][1] + 4, 1), line[-1])],
        across=[Tick(scale.y(value), minus(value)) for value in ticks(low, high)],
        along=[Tick(scale.x(x), text) for x, text in along.items()],
        zero=scale.y(low),
        label_x=line[-1][0] + 10,
        band=_joined([*above, *reversed(below)]),
    )


def _joined(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _line(one: Series, scale: _Scale, css: str, label_y: float) -> ChartLine:
    places = [(scale.x(x), scale.y(value)) for x, value in one.points]
    label = f"{minus(one.points[-1][1])} {brief(one.name)}".strip()
    return ChartLine(_joined(places), css, label, round(label_y + 4, 1), places[-1])


def _css(at: int, count: int) -> str:
    return "l-top" if at == 0 else "l-low" if at == count - 1 else DASHES[(at - 1) % len(DASHES)]


def spread(wanted: Sequence[float], gap: float = LABEL, bottom: int = BOTTOM) -> list[float]:
    """Label positions as close as possible to `wanted`, at least `gap` apart, and none below the axis.

    >>> spread([50, 52, 200])
    [50, 70, 200]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = dict.fromkeys(order, 0.0)
    floor = float("-inf")
    for at in order:
        placed[at] = floor = max(wanted[at], floor + gap)
    ceiling = max(bottom, TOP + gap * (len(wanted) - 1)) + gap
    for at in reversed(order):
        placed[at] = ceiling = min(placed[at], ceiling - gap)
    return [placed[at] for at in range(len(wanted))]


def ticks(low: int, high: int) -> list[int]:
    """Round values between `low` and `high`, six of them at most.

    >>> ticks(-5, 64)
    [0, 20, 40, 60]
    """
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    return list(range(-(-low // step) * step, high + 1, step))


def every(count: int) -> dict[int, str]:
    """Labels of an axis of `count` rounds: the first and every fifth.

    >>> every(12)
    {1: '1', 5: '5', 10: '10'}
    """
    step = 5 if count > 6 else 1
    return {x: str(x) for x in range(1, count + 1) if x == 1 or x % step == 0}


# The totals of a match after each round, as a chart and as table rows.


@dataclass(frozen=True)
class Run:
    """The chart and its table: `rows` are (round number, total per player), None for a player not at the table yet."""

    chart: Chart
    names: Sequence[str]
    rows: Sequence[tuple[int, Sequence[int | None]]]
    has_tally: bool = False

    @property
    def headed_rows(self) -> list[tuple[int | str, Sequence[int | None]]]:
        """As a page shows them: a final tally is no round and has no number."""
        last = len(self.rows)
        return [(_("The tally") if self.has_tally and at == last else at, totals) for at, totals in self.rows]


def run_of(
    state: MatchState,
    length: int,
    goal: int | None = None,
    *,
    along: Mapping[int, str] | None = None,
    is_low: bool = False,
) -> Run | None:
    """Return the totals of a match; `length` is the number of rounds, `goal` the total at which the game ends, `along`
    the labels below rounds, where those are not their numbers.

    None before the second round, and while all totals are within two points.
    """
    lines = [line for line in state.sheet.lines if line.is_scored]
    if len(lines) < 2:
        return None
    rounds = dict(enumerate(lines, start=1))
    seats = [seat for rank in state.engine.ranks(state.sheet) for seat in rank.seats]
    seats += [seat for seat in state.sheet.totals if seat not in seats]
    names = shortened(state.names)
    series = [Series(names[seat], points) for seat in seats if (points := _points(rounds, seat))]
    if not has_shape(value for each in series for _, value in each.points):
        return None
    last = max(len(lines), length)
    has_tally = not lines[-1].is_round
    chart = line_chart(
        series, _("Totals after each round"), last, along or every(last - has_tally), goal, is_low=is_low
    )
    rows = [
        (number, [line.totals[seat] if seat in line.points else None for seat in state.sheet.totals])
        for number, line in rounds.items()
    ]
    return Run(chart, [isolated(names[seat]) for seat in state.sheet.totals], rows, has_tally)


def _points(rounds: Mapping[int, Line], seat: int) -> list[tuple[int, int]]:
    """(round, total) from the total before the seat's first round to its last."""
    mine = [(number, line.totals[seat]) for number, line in rounds.items() if seat in line.points]
    if not mine:
        return []
    number = mine[0][0]
    return [(number - 1, mine[0][1] - rounds[number].points[seat]), *mine]
