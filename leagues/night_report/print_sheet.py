"""The night report on paper: what `report.typ` draws, out of the report itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.charts.line_chart import BOTTOM, TOP, Chart
from games.sheets.prints import Print
from games.sheets.text import minus
from games.sheets.typst import LAYOUTS

TITLE = "The morning after"


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """`document` carries the report under its own name, and labels as every sheet does."""
    labels, report = document["labels"], document["report"]
    return {
        **report,
        "paper": "a4" if paper == "a4" else "us-letter",
        "language": labels["language"],
        "title": f"Night report, {labels['night']}",
        "summary": report["headline"],
        "heading": TITLE,
        "facts": [{"label": "Night", "text": labels["night"]}, *report["facts"]],
        "imprint": f"{labels['club']}, night report",
    }


REPORT = Print("night-report", TITLE, LAYOUTS / "report.typ", page)


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


def rows(sittings: Sequence[Any]) -> list[dict[str, str]]:
    """A table as it is printed: place, name, total and the mark of who won and who lost."""
    return [
        {"place": str(each.place), "name": each.full, "total": minus(each.total), "mark": _mark(each)}
        for each in sittings
    ]


def _mark(sitting: Any) -> str:
    return "top" if sitting.is_winner else "low" if sitting.is_loser else ""
