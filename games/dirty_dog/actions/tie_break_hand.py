"""The half-entered tie-break hand, read from and written to the query."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from scoring.dirty_dog import TiebreakStep
from scoring.dirty_dog.hands.hand import forbidden

NUMBERS = re.compile(r"[0-9]{1,2}(-[0-9]{1,2})*", re.ASCII)
TAPS = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}(-[0-9]{1,2}\.[0-9]{1,2})*", re.ASCII)


@dataclass(frozen=True)
class Hand:
    """A half-entered tie-break hand: `bids` and `taps` (tricks tapped so far) by seat, in the order of entry."""

    step: TiebreakStep
    bids: Mapping[int, int]
    taps: Mapping[int, int]

    @property
    def all_bid(self) -> bool:
        """Whether every seat has bid."""
        return len(self.bids) == len(self.step.order)

    @property
    def auto(self) -> int | None:
        """The one seat without a tap, whose tricks follow from all others; None where more are open or the tricks do
        not add up.
        """
        left = [seat for seat in self.step.order if seat not in self.taps]
        if len(left) != 1 or not 0 <= self.step.cards - sum(self.taps.values()) <= self.step.cards:
            return None
        return left[0]

    @property
    def took(self) -> dict[int, int]:
        """The tricks by seat: as tapped, else equal to the bid; the seat `auto` gets the rest."""
        tricks = {**self.bids, **self.taps}
        if self.auto is not None:
            tricks[self.auto] = self.step.cards - sum(self.taps.values())
        return tricks

    @property
    def missing(self) -> int:
        """How many tricks are still to be placed; negative where there are too many."""
        return self.step.cards - sum(self.took.values())


def hand_of(step: TiebreakStep, form: QueryDict) -> Hand:
    """Return the hand that the query describes. Bids from the first invalid one on, and invalid taps, are ignored."""
    text = form.get("bids", "")
    numbers = [int(number) for number in text.split("-")] if NUMBERS.fullmatch(text) else []
    bids: dict[int, int] = {}
    for seat, bid in zip(step.order, numbers, strict=False):
        if bid > step.cards or (seat == step.order[-1] and bid == forbidden(step.cards, sum(bids.values()))):
            break
        bids[seat] = bid
    tapped = form.get("tricks", "")
    pairs = [each.split(".") for each in tapped.split("-")] if TAPS.fullmatch(tapped) else []
    taps: dict[int, int] = {}
    for seat, took in ((int(seat), int(took)) for seat, took in pairs):
        if seat in step.order and took <= step.cards:
            taps.pop(seat, None)
            taps[seat] = took
    return Hand(step, bids, taps if len(bids) == len(step.order) else {})


def numbers_field(numbers: Any) -> str:
    """Return the numbers as one field: `3-0-2`."""
    return "-".join(map(str, numbers))


def taps_field(taps: Mapping[int, int]) -> str:
    """Return the taps as one field: `3.2-0.1`."""
    return "-".join(f"{seat}.{took}" for seat, took in taps.items())
