"""Line charts of a forecast, in per cent of the plot, so that one drawing fits every width."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.base.wording import numbered
from games.charts.line_chart import Tick

DASHES = ("d1", "d2", "d3", "d4", "d5", "d6")
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
