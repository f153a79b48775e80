"""The chart of the totals as lines in a unit square: x increases with the hands, y downwards from the highest total."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from clubs.language.figures import minus
from games.sheets.text import brief

STYLES = ("b", "c", "d")
LABEL_HEIGHT = 0.095  # of the chart's height: labels at the line ends never overlap
STEPS = (5, 10, 20, 50, 100, 200, 500)


def chart(sheet: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the lines, ticks and end labels that `sections.typ` draws."""
    hands = [line for line in sheet["rounds"] if not line.get("void")]
    runs = {player: _run(player, hands) for player in _by_rank(sheet) if any(player in h["points"] for h in hands)}
    low = min(0, *(total for run in runs.values() for _, total in run))
    high = max(1, *(total for run in runs.values() for _, total in run))
    ends = {player: _down(run[-1][1], low, high) for player, run in runs.items()}
    labels = _spread(ends)
    return {
        "alt": gettext("Line chart of the totals after each hand. The same numbers are in the table."),
        "lines": [
            {
                "points": [[x / len(hands), _down(total, low, high)] for x, total in run],
                "style": _style(at, len(runs)),
                "label": f"{minus(run[-1][1])} {brief(names[player])}",
                "label_y": labels[player],
            }
            for at, (player, run) in enumerate(runs.items())
        ],
        "label_share": 0.14 + 0.014 * max((len(brief(names[player])) for player in runs), default=0),
        "across": [{"y": _down(t, low, high), "text": minus(t)} for t in _ticks(low, high)],
        "along": [{"x": x / len(hands), "text": str(x)} for x in _hand_ticks(len(hands))],
    }


def _by_rank(sheet: Mapping[str, Any]) -> list[str]:
    return [player for rank in sheet["ranking"] for player in rank["players"]]


def _run(player: str, hands: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return (hand, total) of one player, from the total they started with to the last hand they played."""
    mine = [(number, hand) for number, hand in enumerate(hands, 1) if player in hand["points"]]
    number, first = mine[0]
    start = (number - 1, first["totals"][player] - first["points"][player])
    return [start, *((number, hand["totals"][player]) for number, hand in mine)]


def _style(at: int, count: int) -> str:
    return "top" if at == 0 else "low" if at == count - 1 else STYLES[(count - 2 - at) % len(STYLES)]


def _down(total: int, low: int, high: int) -> float:
    return round((high - total) / (high - low), 4)


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Return the y of each label: at the end of its line, then moved so that none covers another."""
    order = sorted(ends, key=lambda player: ends[player])
    placed: dict[str, float] = {}
    floor = float("-inf")
    for player in order:
        placed[player] = floor = max(ends[player], floor + LABEL_HEIGHT)
    ceiling = max(1.0, LABEL_HEIGHT * (len(order) - 1)) + LABEL_HEIGHT
    for player in reversed(order):
        placed[player] = ceiling = min(placed[player], ceiling - LABEL_HEIGHT)
    return placed


def _ticks(low: int, high: int) -> list[int]:
    step = next((step for step in STEPS if (high - low) / step <= 4.5), STEPS[-1])
    return list(range(-(-low // step) * step, high + 1, step))


def _hand_ticks(hands: int) -> list[int]:
    step = 5 if hands > 6 else 1
    return [x for x in range(1, hands + 1) if x == 1 or x % step == 0]
