"""The line chart of a page as the layouts of the sheets draw it."""

from typing import Any

from games.charts.line_chart import BOTTOM, TOP, Chart


def drawn(chart: Chart) -> dict[str, Any]:
    """The chart of the page in a unit square, as `chart.typ` draws it."""
    longest = max((len(line.label) for line in chart.lines), default=0)
    return {
        "alt": "Line chart of the totals after each round; the last ones are in the table of the same name.",
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


def _spot(pair: str, chart: Chart) -> list[float]:
    x, y = map(float, pair.split(","))
    return [_along(x, chart), _down(y)]


def _along(x: float, chart: Chart) -> float:
    return round((x - chart.left) / (chart.right - chart.left), 4)


def _down(y: float) -> float:
    return round((y - TOP) / (BOTTOM - TOP), 4)
