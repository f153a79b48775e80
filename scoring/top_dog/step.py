"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.top_dog.hands import cycle, hands_in, points
from scoring.top_dog.sheet import TopDogSheet


class RoundStep(Struct, frozen=True):
    """The next step is a round.

    The hands add up to `hands`, or to `hands_tied` when the last one is tied. A won hand brings `cards_in_hand` cards.
    `arranger` arranges (None without variation 2); `dummy`: the dummy's hands are needed too.

    The way to the end: `target`, the `totals` so far, `to_go` the points each seat lacks (0 when there), `at_target`
    the seats that are there, `level` those tied at the top there (empty unless several). With variation 2 the match can
    only end with round `cycle_end`, else with any; `earliest_end` is the first round in which it can be decided at all
    (TD-24).
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
    at_target: tuple[int, ...]
    level: tuple[int, ...]
    cycle_end: int
    earliest_end: int

    def counting(self, *, tied: bool) -> int:
        """The number that all hands must add up to, by whether the last one was tied."""
        return self.hands_tied if tied else self.hands


def next_step(sheet: TopDogSheet) -> RoundStep | None:
    """The next round; None when the match is won."""
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
        at_target=sheet.at_target,
        level=sheet.top if len(sheet.top) > 1 else (),
        cycle_end=_whole(sheet, sheet.number),
        earliest_end=_earliest(sheet),
    )


def _whole(sheet: TopDogSheet, number: int) -> int:
    """The first round from `number` on after which everybody has arranged equally often (TD-18)."""
    rounds = cycle(sheet.seats, sheet.options)
    return -(-number // rounds) * rounds


def _earliest(sheet: TopDogSheet) -> int:
    """The earliest round in which the match can end: that in which the leader reaches the target by winning every hand
    (TD-24).
    """
    most = points(sheet.hands, 0 if sheet.options.dummy else None, sheet.options.dummy_scoring)
    left = sheet.options.target - max(sheet.totals.values())
    return _whole(sheet, len(sheet.lines) + max(1, -(-left // most)))
