"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.top_dog.hands import cycle, hands_in, points
from scoring.top_dog.sheet import TopDogSheet


class RoundStep(Struct, frozen=True):
    """A round is next.

    `hands` are dealt and add up when the last is won, `hands_tied` when it is tied. A won hand brings `cards_in_hand`
    cards. `arranger` arranges (None without variation 2), `dummy` says that the dummy's hands are needed too.

    The road: `target`, the `totals` so far, `to_go` to the target a seat (0 when there), `past` who is there, `level`
    who is level at the top there (empty unless several). With variation 2 the match can only end with round
    `cycle_end`, else with any; `earliest_end` is the first round in which it can be decided at all (TD-24).
    """

    number: int
    hands: int
    hands_tied: int
    cards_in_hand: int
    arranger: int | None
    dummy: bool
    target: int
    totals: Mapping[int, int]
    to_go: Mapping[int, int]
    past: tuple[int, ...]
    level: tuple[int, ...]
    cycle_end: int
    earliest_end: int

    def counting(self, *, tied: bool) -> int:
        """How many hands must add up."""
        return self.hands_tied if tied else self.hands


def next_step(sheet: TopDogSheet) -> RoundStep | None:
    """The next round, or nothing when the match is won."""
    if sheet.finished:
        return None
    target = sheet.options.target
    return RoundStep(
        number=sheet.number,
        hands=sheet.hands,
        hands_tied=hands_in(sheet.options, tied=True),
        cards_in_hand=sheet.cards_in_hand,
        arranger=sheet.arranger,
        dummy=sheet.options.dummy,
        target=target,
        totals=sheet.totals,
        to_go={seat: max(0, target - total) for seat, total in sheet.totals.items()},
        past=sheet.past,
        level=sheet.top if len(sheet.top) > 1 else (),
        cycle_end=_whole(sheet, sheet.number),
        earliest_end=_earliest(sheet),
    )


def _whole(sheet: TopDogSheet, number: int) -> int:
    """The first round from `number` on after which everybody has arranged equally often (TD-18)."""
    rounds = cycle(sheet.seats, sheet.options)
    return -(-number // rounds) * rounds


def _earliest(sheet: TopDogSheet) -> int:
    """When somebody wins every hand from now on, the match is over with this round (TD-24)."""
    most = points(sheet.hands, 0 if sheet.options.dummy else None, sheet.options.dummy_scoring)
    left = sheet.options.target - max(sheet.totals.values())
    return _whole(sheet, len(sheet.lines) + max(1, -(-left // most)))
