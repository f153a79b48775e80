"""The end of a match: trophies, leavers, shortened matches, and both ends settled (DD-34 to DD-44, DD-56)."""

from typing import Any

import pytest

from scoring.base import Need
from scoring.dirty_dog import DIRTY_DOG, Bids, Join, Leave, Pull, Redeal, Shorten, TiebreakHand, Tricks
from tests.scoring.endings import A_WINS, LEVEL, end, places, refused, tiebreak
from tests.scoring.tables import finished, fold, played, seats


@pytest.mark.parametrize(
    ("totals", "winners", "losers", "second", "needs"),
    [
        ([9, 7, 3, 1], (0,), (3,), (1,), ()),
        ([9, 7, 7, 1], (0,), (3,), (1, 2), ()),
        ([9, 9, 3, 1], (), (3,), (), (Need("tiebreak-hand", (0, 1), 5),)),
        ([9, 3, 1, 1], (0,), (), (1,), (Need("card-pull", (2, 3)),)),
        ([9, 9, 1, 1], (), (), (), (Need("tiebreak-hand", (0, 1), 5), Need("card-pull", (2, 3)))),
        ([9, 1, 1, 1], (0,), (), (1, 2, 3), (Need("card-pull", (1, 2, 3)),)),
        ([4, 4, 4, 4], (), (), (), (Need("tiebreak-hand", (0, 1, 2, 3), 5),)),
        ([-9, -7], (1,), (0,), (0,), ()),
        ([5, 5], (), (), (), (Need("tiebreak-hand", (0, 1), 5),)),
    ],
)
def test_who_wins_who_loses_and_what_is_still_open(
    totals: list[int],
    winners: tuple[int, ...],
    losers: tuple[int, ...],
    second: tuple[int, ...],
    needs: tuple[Need, ...],
) -> None:
    sheet = finished(totals)
    assert sheet.finished
    assert (sheet.winners, sheet.losers, sheet.first_place_losers, sheet.needs) == (winners, losers, second, needs)
    assert (sheet.closing[0].seats if sheet.closing else ()) == second


def test_a_match_in_progress_has_no_end_yet() -> None:
    sheet = fold(3, *played([0, 0, 0], [1, 0, 0]))
    assert not sheet.finished
    assert (sheet.winners, sheet.losers, sheet.first_place_losers, sheet.needs, sheet.closing) == ((), (), (), (), ())


def test_the_last_hand_ends_the_match() -> None:
    sheet = fold(3, *played([0, 0, 0], [1, 0, 0]), *[Bids({2: 0, 0: 1, 1: 1}), Tricks(seats([0, 1, 0]))], plan=(1, 1))
    assert (sheet.finished, sheet.winners, sheet.losers) == (True, (1,), (0,))
    assert sheet.remaining == ()


def test_both_ends_may_be_settled_in_either_order() -> None:
    pull = Pull({2: "4C", 3: "5C"})
    one, other = finished([9, 9, 1, 1], A_WINS, pull), finished([9, 9, 1, 1], pull, A_WINS)
    assert (one.winners, one.losers, one.needs) == (other.winners, other.losers, other.needs) == ((0,), (2,), ())


def test_when_all_are_level_the_winner_is_found_first_and_never_loses() -> None:
    sheet = finished([4, 4, 4, 4], A_WINS)
    assert (sheet.winners, sheet.needs) == ((0,), (Need("card-pull", (1, 2, 3)),))
    assert sheet.first_place_losers == (1, 2, 3)
    assert finished([5, 5], TiebreakHand({0: 5, 1: 5}, {0: 5, 1: 0})).losers == (1,)
    assert finished([4, 4, 4, 4], LEVEL).winners == (3,)


def test_the_loser_is_judged_on_totals_before_the_tie_break() -> None:
    sheet = finished([9, 9, 3, 1], tiebreak([4, 0, 0, 0], [4, 0, 0, 1]))
    assert sheet.losers == (3,)


@pytest.mark.parametrize(
    ("left", "winners", "losers", "needs"),
    [
        (5, (1,), (2,), ()),
        (-1, (1,), (0,), ()),
        (-2, (1,), (0,), ()),
        (0, (1,), (), (Need("card-pull", (0, 2)),)),
        (99, (1,), (2,), ()),
    ],
)
def test_a_leaver_is_compared_with_the_lowest_final_total(
    left: int, winners: tuple[int, ...], losers: tuple[int, ...], needs: tuple[Need, ...]
) -> None:
    rest = [Bids({2: 0, 3: 0, 1: 0}), Tricks({1: 0, 2: 1, 3: 0})]
    sheet = fold(4, Leave(0), *rest, plan=(1,), opening={0: left, 1: 3, 2: 1, 3: 2})
    assert sheet.totals == {0: left, 1: 8, 2: 0, 3: 7}
    assert (sheet.winners, sheet.losers, sheet.needs) == (winners, losers, needs)
    assert sheet.first_place_losers == ((0,) if left == 99 else (3,))


def test_no_leaver_stands_above_the_table() -> None:
    sheet = fold(4, Leave(0), opening={0: 50, 1: 30, 2: 20, 3: 10})
    assert places(sheet) == [(1, (1,)), (2, (0,)), (3, (2,)), (4, (3,))]
    level = fold(4, Leave(0), opening={0: 30, 1: 30, 2: 20, 3: 10})
    assert places(level) == [(1, (1,)), (2, (0,)), (3, (2,)), (4, (3,))]
    below = fold(4, Leave(0), opening={0: 20, 1: 30, 2: 20, 3: 10})
    assert places(below) == [(1, (1,)), (2, (0, 2)), (4, (3,))]
    two = fold(4, Leave(0), Leave(1), opening={0: 50, 1: 60, 2: 20, 3: 10})
    assert places(two) == [(1, (2,)), (2, (1,)), (3, (0,)), (4, (3,))]
    nobody = fold(2, Leave(0), Leave(1), opening={0: 5, 1: 6})
    assert places(nobody) == [(1, (1,)), (2, (0,))]


def test_the_ranking_lists_level_players_in_seat_order() -> None:
    assert [rank.points for rank in DIRTY_DOG.ranks(finished([3, 9, 3]))] == [9, 3]
    assert places(finished([3, 9, 3])) == [(1, (1,)), (2, (0, 2))]


def test_a_tied_player_who_leaves_is_out_of_the_tie() -> None:
    sheet = finished([9, 9, 9, 1], Leave(0))
    assert sheet.needs == (Need("tiebreak-hand", (1, 2), 5),)
    assert sheet.losers == (3,)
    two = finished([9, 9, 7, 1], Leave(0))
    assert (two.winners, two.first_place_losers) == ((1,), (0,))
    assert places(two) == [(1, (1,)), (2, (0,)), (3, (2,)), (4, (3,))]


def test_who_left_with_the_second_total_is_the_first_place_loser() -> None:
    hand = Leave(2), Bids({1: 0, 3: 0, 0: 0}), Tricks({1: 1, 3: 0, 0: 0})
    assert fold(4, *hand, plan=(1,), opening=seats([0, 0, 20, 30])).first_place_losers == (2,)
    assert fold(4, *hand, plan=(1,), opening=seats([0, 0, 50, 30])).first_place_losers == (2,)
    assert fold(4, *hand, plan=(1,), opening=seats([0, 0, 5, 30])).first_place_losers == (0, 2)


def test_a_leaver_plays_no_tie_break_hand() -> None:
    sheet = finished([9, 9, 3, 1], Leave(2))
    order = (1, 3, 0)
    over = DIRTY_DOG.play(sheet, TiebreakHand({1: 0, 3: 0, 0: 4}, {1: 1, 3: 0, 0: 4}))
    assert (end(over).hands[0].order, over.winners) == (order, (0,))
    after = finished([9, 9, 9, 1], tiebreak([0, 0, 1, 0], [0, 0, 4, 1]), Leave(0))
    assert (after.winners, after.first_place_losers) == ((1,), (2,))


def test_the_deal_of_a_repeat_skips_who_left() -> None:
    sheet = finished([9, 9, 9, 1], tiebreak([0, 0, 0, 1], [0, 0, 0, 5]), Leave(1))
    over = DIRTY_DOG.play(sheet, TiebreakHand({3: 0, 0: 0, 2: 4}, {3: 1, 0: 0, 2: 4}))
    assert (end(over).hands[1].order, end(over).hands[1].dealer) == ((3, 0, 2), 2)


def test_leaving_while_all_are_level_settles_what_it_can() -> None:
    sheet = finished([4, 4, 4], Leave(0), Leave(1))
    assert (sheet.winners, sheet.needs) == ((2,), (Need("card-pull", (0, 1)),))


def test_leaving_before_a_pull_changes_nothing() -> None:
    sheet = finished([9, 3, 1, 1], Leave(3), Leave(0))
    assert (sheet.winners, sheet.needs) == ((0,), (Need("card-pull", (2, 3)),))
    assert places(sheet) == [(1, (0,)), (2, (1,)), (3, (2, 3))]
    assert DIRTY_DOG.play(sheet, Pull({2: "4C", 3: "3C"})).losers == (3,)


def test_a_pull_before_the_tie_break_survives_a_leaver() -> None:
    sheet = finished([9, 9, 1, 1], Pull({2: "4C", 3: "5C"}), Leave(0))
    assert (sheet.winners, sheet.losers) == ((1,), (2,))


def test_a_shortened_match_stands_and_says_so() -> None:
    hand = played([0, 0, 0], [1, 0, 0])
    sheet = fold(3, *hand, Bids({2: 1}), Shorten())
    assert (sheet.finished, end(sheet).shortened, sheet.winners) == (True, True, ())
    assert [line.void for line in sheet.lines] == [False, True]
    assert sheet.needs == (Need("tiebreak-hand", (1, 2), 5),)
    assert [(notice.code, notice.message) for notice in sheet.warnings][-1] == (
        "shortened",
        "Stopped early by agreement: 32 planned hands were not played.",
    )
    assert "final-dealer" not in [notice.code for notice in sheet.warnings]
    assert sheet.plan.hands == 33
    one = fold(3, *hand, Shorten(), plan=(1, 1))
    assert one.warnings[-1].message == "Stopped early by agreement: 1 planned hand was not played."
    assert len(one.lines) == 1


@pytest.mark.parametrize(
    ("entries", "code", "message"),
    [
        ((), "shortened", "No hand is scored yet: play one before stopping, or delete the match."),
        ((Redeal(),), "shortened", None),
        (played([0, 0, 0], [1, 0, 0]), "round-after-end", "The match is over: there is nothing to shorten."),
    ],
)
def test_a_match_that_cannot_be_shortened(entries: Any, code: str, message: str | None) -> None:
    error = refused(fold(3, *entries, plan=(1,)), Shorten())
    assert error.code == code
    assert message is None or error.message == message


def test_a_match_everybody_left_has_no_winner() -> None:
    sheet = fold(3, *played([0, 0, 0], [1, 0, 0]), Leave(0), Leave(1), Leave(2), Shorten())
    assert (sheet.winners, sheet.losers, sheet.first_place_losers) == ((), (0,), ())


def test_one_who_stays_alone_wins() -> None:
    sheet = fold(2, *played([0, 0], [1, 0]), Leave(1), Shorten())
    assert (sheet.winners, sheet.losers, sheet.first_place_losers) == ((0,), (1,), (1,))


def test_a_clean_run_of_the_whole_match_is_for_those_who_played_it_all() -> None:
    one, two = played([0, 0, 0], [1, 0, 0]), [Bids({2: 0, 0: 0, 1: 1}), Tricks({0: 0, 1: 1, 2: 1})]
    assert fold(3, *one, *two, plan=(1, 2)).clean_runs == (1,)
    assert fold(3, *one, plan=(1, 2)).clean_runs == ()
    assert fold(3, *one, Redeal(), Shorten(), plan=(1, 2)).clean_runs == (1, 2)
    late = [Bids({2: 0, 3: 0, 0: 0, 1: 1}), Tricks({0: 0, 1: 1, 2: 0, 3: 1})]
    assert fold(3, *one, Join(3), *late, plan=(1, 2)).clean_runs == (1, 2)
    assert fold(3, *one, Leave(2), Shorten(), plan=(1, 2)).clean_runs == (1,)
    assert finished([3, 2]).clean_runs == ()


def test_totals_alone_are_a_match_without_a_hand() -> None:
    assert finished([9, 7, 3, 1]).is_totals_alone
    assert not fold(4, *played([0, 0, 0, 0], [1, 0, 0, 0]), plan=(1,)).is_totals_alone
