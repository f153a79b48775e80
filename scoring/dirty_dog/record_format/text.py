"""The hands of a sheet as rows of plain text: `manage.py score --text`."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.dirty_dog.terms import label
from scoring.table import Table, marked, minus

Json = Mapping[str, Any]
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "none": "NT"}


def text(sheet: Json) -> Table:
    """A row for each hand, the totals, and the next step."""
    rows = [*(_row(sheet, line) for line in sheet["rounds"]), _totals(sheet)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    head = ["Hand", "Cards", "Dealer", "Trump", *sheet["players"], "Called out"]
    return Table(head, rows, after, [("First place loser", "first_place_losers")])


def _row(sheet: Json, line: Json) -> list[str]:
    start = [str(line["number"]), str(line["cards"]), line["dealer"], SUITS.get(line["trump"], "")]
    if line.get("void"):
        return [*start, *("void" for _ in sheet["players"]), ""]
    return [*start, *(_cell(line, name) for name in sheet["players"]), _callouts(line["callouts"])]


def _cell(line: Json, name: str) -> str:
    """Bid/tricks and the total, marked as on paper: [boxed] at the top, (circled) at the bottom."""
    if name not in line["bids"]:
        return minus(line["totals"][name]) if name in line["totals"] else ""
    total = marked(line["totals"][name], top=name in line["leaders"], low=name in line["bottom"])
    return f"{line['bids'][name]}/{line['tricks'][name]} {total}"


def _callouts(calls: Iterable[Json]) -> str:
    """The call-outs of a hand, except `in-the-box`, which the boxed total shows."""
    others = [call for call in calls if call["term"] != "in-the-box"]
    return "; ".join(f"{label(call['term'])}: {', '.join(call['players'])}".removesuffix(": ") for call in others)


def _totals(sheet: Json) -> list[str]:
    return ["", "", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"]), ""]


def _next(step: Json) -> str:
    cards = "1 card" if step["cards"] == 1 else f"{step['cards']} cards"
    start = f"Next: hand {step['number']}, {cards}, {step['dealer']} deals"
    if "legal" not in step:
        return f"{start}, {step['tricks_left']} tricks to place."
    legal = [str(bid) for bid in step["legal"]]
    bids = " or ".join((", ".join(legal[:-1]), legal[-1])) if len(legal) > 1 else legal[0]
    return f"{start}, {step['to_bid']} bids: {bids}."
