"""Charts of pages as data for the Typst layouts of printed sheets."""

from typing import Any

from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated
from games.charts.line_chart import BOTTOM, DASHES, TOP, Chart
from games.charts.plots import ChancesChart
from games.sheets.layout_words import brief

STYLES = {"is-lead": "top", "is-low": "low", "is-rest": "b"} | dict(zip(DASHES, "bcdefg", strict=True))


def drawn(chart: Chart) -> dict[str, Any]:
    """The data of a totals chart for `chart.typ`, positions from 0 to 1."""
    longest = max((len(line.label) for line in chart.lines), default=0)
    return {
        "alt": _("Line chart of the totals after each round; the last ones are in the table of the same name."),
        "lines": [
            {
                "points": [_spot(pair, chart) for pair in line.points.split()],
                "style": line.css.removeprefix("l-"),
                "label": line.label,
                "label_y": _down(line.label_y - 4),
            }
            for line in chart.lines
        ],
        "label_share": 0.04 + 0.0085 * longest,
        "across": [{"y": _down(tick.at), "text": tick.text} for tick in chart.across],
        "along": [{"x": _along(tick.at, chart), "text": tick.text} for tick in chart.along],
    }


def drawn_chances(chart: ChancesChart, round_word: str) -> dict[str, Any]:
    """The data of a chart of chances for `chart.typ`, with a vertical line at the round that turned the match."""
    ends = [line.label.split(" ", 1) for line in chart.lines]
    labels = [f"{end} {brief(name)}" for end, name in ends]
    said = comma_separated(f"{name} {end}" for end, name in ends)
    data = {
        "alt": _summary(chart, round_word, said),
        "lines": [
            {
                "points": [[float(part) / 100 for part in pair.split(",")] for pair in line.points.split()],
                "style": STYLES.get(line.css, line.css),
                "label": label,
                "label_y": line.label_y / 100,
            }
            for line, label in zip(chart.lines, labels, strict=True)
        ],
        "label_share": 0.04 + 0.0085 * max(map(len, labels), default=0),
        "across": [{"y": 1 - each / 100, "text": str(each)} for each in (0, 50, 100)],
        "along": [{"x": tick.at / 100, "text": tick.text} for tick in chart.along],
    }
    if chart.turn:
        data["turn"] = {"x": chart.turn.at / 100, "text": chart.turn.text}
    return data


def _summary(chart: ChancesChart, round_word: str, said: str) -> str:
    phrases = {
        "hand": _("Line chart of the chance to win after each hand, in per cent."),
        "game": _("Line chart of the chance to win after each game, in per cent."),
        "year": _("Line chart of the chance to win after each year, in per cent."),
    }
    sentence = phrases.get(round_word, _("Line chart of the chance to win after each round, in per cent."))
    if chart.turn:
        phrases = {
            "hand": _(
                "Line chart of the chance to win after each hand, in per cent; an upright line stands at {turn}, "
                "which turned it."
            ),
            "game": _(
                "Line chart of the chance to win after each game, in per cent; an upright line stands at {turn}, "
                "which turned it."
            ),
            "year": _(
                "Line chart of the chance to win after each year, in per cent; an upright line stands at {turn}, "
                "which turned it."
            ),
        }
        others = _(
            "Line chart of the chance to win after each round, in per cent; an upright line stands at {turn}, "
            "which turned it."
        )
        sentence = phrases.get(round_word, others).format(turn=chart.turn.text)
    end = _("At the end: {chances}.").format(chances=said)
    return f"{sentence} {end}"


def _spot(pair: str, chart: Chart) -> list[float]:
    x, y = map(float, pair.split(","))
    return [_along(x, chart), _down(y)]


def _along(x: float, chart: Chart) -> float:
    return round((x - chart.left) / (chart.right - chart.left), 4)


def _down(y: float) -> float:
    return round((y - TOP) / (BOTTOM - TOP), 4)
