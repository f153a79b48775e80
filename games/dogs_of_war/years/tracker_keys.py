"""The keys that move the tracker: `15 · ←5 · ←1 · now · 1→ · 5→ · 15`."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.dogs_of_war.years.soldiers import TRACK


@dataclass(frozen=True)
class TrackerKey:
    """A key beside the tracker: it moves the tracker by `add`, or sets it to `set`; `then` is the position after it."""

    label: str
    aria_label: str
    then: int
    add: int = 0
    set: int | None = None
    is_left: bool = False


def tracker_keys(houses: Sequence[str], tracker: int) -> tuple[Sequence[TrackerKey], Sequence[TrackerKey]]:
    """Return the keys towards the house on the left, and those towards the one on the right; no position is more than
    four taps away.
    """
    left, right = houses
    return (
        [_end(TRACK, left), _towards(5, left, tracker), _towards(1, left, tracker)],
        [_towards(-1, right, tracker), _towards(-5, right, tracker), _end(-TRACK, right)],
    )


def _end(at: int, house: str) -> TrackerKey:
    return TrackerKey(
        str(TRACK), _("{spaces} for {house}").format(spaces=TRACK, house=house), at, set=at, is_left=at > 0
    )


def _towards(add: int, house: str, tracker: int) -> TrackerKey:
    then = max(-TRACK, min(TRACK, tracker + add))
    return TrackerKey(
        str(abs(add)),
        _("{spaces} towards {house}").format(spaces=abs(add), house=house),
        then,
        add=add,
        is_left=add > 0,
    )
