"""The tie-break hand as far as it is tapped, and how that stands in the address."""

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
    """The tie-break hand as far as it is tapped. `took` starts at the bid; the last player fills himself in."""

    step: TiebreakStep
    bids: Mapping[int, int]
    taps: Mapping[int, int]

    @property
    def all_bid(self) -> bool:
        return len(self.bids) == len(self.step.order)

    @property
    def auto(self) -> int | None:
        """Whose tricks follow from everybody else's."""
        left = [seat for seat in self.step.order if seat not in self.taps]
        if len(left) != 1 or not 0 <= self.step.cards - sum(self.taps.values()) <= self.step.cards:
            return None
        return left[0]

    @property
    def took(self) -> dict[int, int]:
        tricks = {**self.bids, **self.taps}
        if self.auto is not None:
            tricks[self.auto] = self.step.cards - sum(self.taps.values())
        return tricks

    @property
    def off(self) -> int:
        """How many tricks are still to be placed; less than none when there are too many."""
        return self.step.cards - sum(self.took.values())


def hand_of(step: TiebreakStep, form: QueryDict) -> Hand:
    """What the address says, as far as it fits; the rest was never tapped."""
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


def joined(numbers: Any) -> str:
    return "-".join(map(str, numbers))


def in_address(taps: Mapping[int, int]) -> str:
    return "-".join(f"{seat}.{took}" for seat, took in taps.items())
