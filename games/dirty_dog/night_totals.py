"""A night of Dirty Dog in numbers: what was bid, what was made of it, and what was called out."""

from collections.abc import Sequence

from games.base.statistics import Figure, percent
from games.dirty_dog.display.callouts import fresh, standing_calls
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.callouts import bid_term

LABELS = (("door-knob", "Door Knobs"), ("sbr", "SBRs"), ("dog-pile", "Dog Piles"))


def numbers(sheets: Sequence[DirtyDogSheet]) -> list[Figure]:
    lines = [line for sheet in sheets for line in sheet.lines if not line.void]
    bids = [made for line in lines for made in line.made.values()]
    if not bids:
        return []
    over = sum(bid_term(line.cards, line.bid_total) == "overbid" for line in lines)
    return [
        Figure(f"of {len(bids)} bids made", percent(sum(bids), len(bids)), "%"),
        Figure(f"of {len(lines)} hands overbid", over),
        *(Figure(label, number) for term, label in LABELS if (number := _heard(sheets, term))),
    ]


def _heard(sheets: Sequence[DirtyDogSheet], term: str) -> int:
    """How many players earned it, each time anew."""
    return sum(_in_one(sheet, term) for sheet in sheets)


def _in_one(sheet: DirtyDogSheet, term: str) -> int:
    lines, found = [line for line in sheet.lines if not line.void], 0
    for before, line in zip([None, *lines], lines, strict=False):
        calls = fresh(line, standing_calls(before))
        found += sum(len(call.seats) for call in calls if call.term == term)
    return found
