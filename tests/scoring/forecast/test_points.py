"""The points of a forecast's curve, the outcomes that are certain at each, and the shares of made bids they are based
on.
"""

import pytest

from scoring.dirty_dog import Bids as Bid
from scoring.dirty_dog import Join, Leave, Options, Pull, Redeal, Shorten, TiebreakHand
from scoring.dirty_dog.forecast.points import Bids, Bounds, History, Point, bounds, settled, sheets_after
from scoring.dirty_dog.forecast.simulation import bid_shares, club_share, miss_shares, player_share
from scoring.turning import SIMULATIONS
from tests.scoring.tables import finished, fold, played, seats

HALF = SIMULATIONS // 2
ONE = played([0, 0, 0], [1, 0, 0])


def test_there_is_a_sheet_before_the_first_hand_and_after_each() -> None:
    """The sheet as it was when the next hand began: with arrivals and leavers since, without bids of the next hand."""
    entries = [*ONE, Join(3, after=2), Bid({2: 0}), Redeal(), Leave(3), Bid({2: 1})]
    sheets = sheets_after(3, Options(plan=(1, 2, 1)), entries)
    assert [sheet.hand for sheet in sheets] == [0, 1]
    assert sheets[1].departed == (3,)
    assert not sheets[1].bids


def test_a_match_that_is_shortened_ends_with_its_result() -> None:
    sheets = sheets_after(3, Options(plan=(1, 2, 1)), [*ONE, Shorten()])
    assert [sheet.finished for sheet in sheets] == [False, True]
    assert bounds(sheets[0]) == Bounds()


def test_out_and_safe_are_what_arithmetic_says() -> None:
    """One hand of one card is worth at most 6, and loses at most 1."""
    assert bounds(fold(3, plan=(1,), opening={0: 20, 1: 0, 2: 14})) == Bounds(out=(1,), safe=(0, 2))


@pytest.mark.parametrize(
    ("totals", "entries", "win", "last"),
    [
        ([9, 5, 2], [], {0: SIMULATIONS}, {2: SIMULATIONS}),
        ([9, 9, 2], [], {0: HALF, 1: HALF}, {2: SIMULATIONS}),
        ([9, 2, 2], [], {0: SIMULATIONS}, {1: HALF, 2: HALF}),
        ([9, 9], [], {0: HALF, 1: HALF}, {0: HALF, 1: HALF}),
        ([9, 9, 9], [], {0: 3334, 1: 3333, 2: 3333}, {0: 3334, 1: 3333, 2: 3333}),
        ([9, 9, 2], [TiebreakHand(seats([0, 1, 0]), seats([4, 1, 0]))], {1: SIMULATIONS}, {2: SIMULATIONS}),
        ([9, 2, 2], [Pull({1: "4C", 2: "AS"})], {0: SIMULATIONS}, {1: SIMULATIONS}),
    ],
)
def test_a_match_without_hands_left_is_settled_by_its_rules(
    totals: list[int], entries: list[object], win: dict[int, int], last: dict[int, int]
) -> None:
    sheet = finished(totals, *entries)
    nothing = dict.fromkeys(range(len(totals)), 0)
    assert settled(sheet) == Point(nothing | win, nothing | last)
    assert bounds(sheet) == Bounds(
        tuple(seat for seat in nothing if seat not in win), tuple(seat for seat in nothing if seat not in last)
    )


def test_few_bids_say_little_and_many_say_what_they_say() -> None:
    few, many = (
        History(10, {3: Bids(400, 200)}, {7: {3: Bids(times, times)}}, {4: {3: {1: 300}}}, {-1: 50})
        for times in (3, 900)
    )
    assert club_share(few, 3) == pytest.approx(0.5, abs=0.01)
    assert player_share(few, 7, 3) == pytest.approx(0.5, abs=0.06)
    assert player_share(many, 7, 3) == 0.95
    assert player_share(many, 7, 4) > 0.8  # taken from hands of other sizes
    assert player_share(few, 8, 3) == club_share(few, 3)  # no data, so the club's share
    assert bid_shares(few, 4, 3)[1] > 0.9
    assert sum(bid_shares(few, 4, 3)) == pytest.approx(1)
    assert dict(miss_shares(few))[-1] == pytest.approx(58 / 70)
