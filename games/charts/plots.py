"""Charts in per cent of the plot, so that one drawing fits every width: a forecast as lines, totals as dots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from statistics import mean

from django.utils.translation import gettext as _

from clubs.language.locales import minus
from games.base.wording import numbered
from games.charts.line_chart import DASHES, Tick

LOWEST = 97.0  # lowest position of a label, above the axis
FIRST = 0.0
MOVED = 1.0


@dataclass(frozen=True)
class Path:
    """One player’s chances as (round, 0 to 1), from the first round the player was seated in; `end` is the label's
    figure.
    """

    name: str
    end: str
    chances: Sequence[tuple[int, float]]


@dataclass(frozen=True)
class ChanceLine:
    """A drawn line; `label_y` is the height of its label. With `is_moved` the label is not at the line's end, and is
    connected to it.
    """

    points: str
    css: str
    label: str
    x: float
    y: float
    label_y: float
    is_moved: bool


@dataclass(frozen=True)
class Mark:
    """A dot on a line."""

    x: float
    y: float
    is_lead: bool


@dataclass(frozen=True)
class ChancesChart:
    """Everything that `games/charts/_chances.html` draws; positions are percentages from the left and from the top."""

    summary: str
    css: str
    lines: Sequence[ChanceLine]
    along: Sequence[Tick]
    label_x: float
    turn: Tick | None = None
    marks: Sequence[Mark] = ()

    @property
    def ends(self) -> Sequence[ChanceLine]:
        """The lines whose end has a ring: the leader's, or the last player's."""
        return [line for line in self.lines if line.css == self.css]


def chances_chart(
    paths: Sequence[Path],
    summary: str,
    rounds: int,
    lead: int,
    low: int,
    *,
    rings: str,
    gap: float,
    along: Mapping[int, str],
) -> ChancesChart:
    """Return the chart of these paths.

    `lead` and `low` are the indices of the emphasised and the dotted path, `rings` is the CSS class of the one whose
    end has a ring, `gap` is the least distance of two labels in per cent of the height, and `along` are the labels of
    the x axis by round.
    """
    ends = [_place(path.chances[-1], rounds) for path in paths]
    labels = spread([y for _, y in ends], gap)
    lines = []
    for at, path in enumerate(paths):
        css = "is-lead" if at == lead else "is-low" if at == low else _dash(at, lead, low, len(paths))
        points = " ".join(f"{x},{y}" for x, y in (_place(chance, rounds) for chance in path.chances))
        (x, y), label_y = ends[at], labels[at]
        lines.append(ChanceLine(points, css, f"{path.end} {path.name}", x, y, label_y, abs(label_y - y) > MOVED))
    ticks = [Tick(_along(number, rounds), text) for number, text in along.items()]
    return ChancesChart(summary, rings, lines, ticks, max(x for x, _ in ends))


def _dash(at: int, lead: int, low: int, count: int) -> str:
    """The CSS class of a path's dash pattern, the same in both charts; above six paths all the others look alike."""
    if count > len(DASHES):
        return "is-rest"
    others = [other for other in range(count) if other not in (lead, low)]
    return DASHES[others.index(at)]


def _along(number: int, rounds: int) -> float:
    """The x position of a round, in per cent."""
    return round(100 * number / max(rounds, 1), 2)


def _place(chance: tuple[int, float], rounds: int) -> tuple[float, float]:
    """The position of a (round, chance) pair, in per cent from the left and from the top."""
    number, share = chance
    return _along(number, rounds), round(100 - 100 * share, 2)


def with_turn(chart: ChancesChart, number: int, rounds: int, text: str, marks: Sequence[Mark]) -> ChancesChart:
    """The chart with a vertical line, labelled `text`, at the round that turned the match."""
    turn = Tick(_along(number, rounds), text)
    return ChancesChart(chart.summary, chart.css, chart.lines, chart.along, chart.label_x, turn, marks)


def marks_of(moves: Mapping[int, tuple[float, float]], number: int, rounds: int, lead: int) -> list[Mark]:
    """Dots at the chances before and after round `number`; `moves` are (before, after) by path."""
    return [
        Mark(*_place((number - 1 + step, share), rounds), path == lead)
        for path, both in moves.items()
        for step, share in enumerate(both)
    ]


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Label positions as close as possible to `wanted`, at least `gap` apart, and inside the plot.

    >>> spread([100, 100, 20], 6)
    [91.0, 97.0, 20]
    """
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    placed, ceiling = list(wanted), LOWEST + gap
    for at in reversed(order):
        placed[at] = ceiling = min(wanted[at], ceiling - gap)
    floor = min(FIRST, LOWEST - gap * (len(order) - 1)) - gap
    for at in order:
        placed[at] = floor = max(placed[at], floor + gap)
    return placed


def along_of(rounds: int, word: str) -> dict[int, str]:
    """Labels of the x axis: the start, every fifth round and the last; the middle one names what is counted.

    >>> along_of(20, "hand")
    {0: 'start', 5: '5', 10: 'hand 10', 15: '15', 20: '20'}
    """
    step = 5 if rounds > 6 else 1
    numbers = [number for number in range(step, rounds + 1, step) if number == rounds or rounds - number >= step / 2]
    numbers += [] if rounds in numbers else [rounds]
    middle = numbers[(len(numbers) - 1) // 2] if numbers else 0
    return {0: _("start")} | {number: numbered(word, number) if number == middle else str(number) for number in numbers}


# Totals as dots, with a moving average as line.


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
