"""Late arrivals and early leavers at any point between hands (DD-12, DD-43, DD-44, HR-DD-05, HR-DD-06)."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.dirty_dog import Bids, DirtyDogSheet, Join, Leave, Redeal, Tricks
from scoring.dirty_dog.table import late_total
from tests.scoring.tables import fold, played, seats

ONE = played([0, 0, 0, 0, 0], [0, 0, 1, 0, 0])
TWO = [Bids({2: 0, 3: 0, 4: 0, 0: 0, 1: 1}), Tricks(seats([0, 0, 2, 0, 0]))]


def table(*entries: Any, **options: Any) -> DirtyDogSheet:
    """The sheet of these entries with five players."""
    return fold(5, *entries, **options)


def refused(*entries: Any, **options: Any) -> RuleError:
    """The error with which the last entry is refused; those before it are legal."""
    table(*entries[:-1], **options)
    with pytest.raises(RuleError) as error:
        table(*entries, **options)
    return error.value


@pytest.mark.parametrize(
    ("before", "total"),
    [((), 0), (ONE, -1), ((*ONE, *TWO), -3), ((*ONE, Redeal()), -1)],
)
def test_a_latecomer_takes_the_lowest_total(before: tuple[Any, ...], total: int) -> None:
    sheet = table(*before, Join(5))
    assert sheet.totals[5] == sheet.opening[5] == total
    assert sheet.forms[5] == 1
    assert late_total(table(*before)) == total
    assert {seat: sheet.totals[seat] for seat in range(5)} == table(*before).totals


def test_points_carried_in_count_for_a_latecomer_too() -> None:
    sheet = table(Join(5), opening={seat: 10 - seat for seat in range(5)})
    assert (sheet.totals[5], sheet.opening[5]) == (6, 6)


def test_two_latecomers_take_the_same_total() -> None:
    sheet = table(*ONE, Join(5), Join(6))
    assert (sheet.totals[5], sheet.totals[6], sheet.seats) == (-1, -1, 7)


@pytest.mark.parametrize(
    ("after", "circle"),
    [
        (None, (0, 1, 2, 3, 4, 5)),
        (0, (0, 5, 1, 2, 3, 4)),
        (2, (0, 1, 2, 5, 3, 4)),
        (4, (0, 1, 2, 3, 4, 5)),
    ],
)
def test_a_latecomer_sits_where_there_is_a_chair(after: int | None, circle: tuple[int, ...]) -> None:
    sheet = table(*ONE, Join(5, after))
    assert sheet.seating_order == sheet.active_seats == tuple(sheet.totals) == circle
    turn = circle.index(sheet.dealer) + 1
    assert sheet.order == circle[turn:] + circle[:turn]


@pytest.mark.parametrize(("after", "dealer"), [(None, 1), (0, 5), (1, 1)])
def test_the_deal_passes_to_the_left_of_the_last_dealer(after: int | None, dealer: int) -> None:
    assert table(*ONE, Join(5, after)).dealer == dealer


def test_the_first_dealer_stays_when_somebody_comes_before_the_first_hand() -> None:
    sheet = table(Join(5, 4))
    assert (sheet.dealer, sheet.order) == (0, (1, 2, 3, 4, 5, 0))
    assert table(Join(5, 0), first_dealer=2).dealer == 2


def test_a_hand_dealt_again_keeps_its_dealer_whoever_comes() -> None:
    assert table(*ONE, Redeal(), Join(5, 0)).dealer == 1


@pytest.mark.parametrize(
    ("players", "joins", "hands", "capped"),
    [(5, 1, 20, 8), (6, 1, 18, 7), (6, 2, 18, 6), (4, 1, 24, 10)],
)
def test_the_plan_keeps_its_hands_and_is_capped(players: int, joins: int, hands: int, capped: int) -> None:
    before = fold(players)
    sheet = fold(players, *(Join(players + late) for late in range(joins)))
    assert sheet.plan.hands == hands
    assert sheet.plan.cards == tuple(min(cards, capped) for cards in before.plan.cards)
    assert (sheet.plan.max_cards, sheet.plan.max_hands) == (before.plan.max_cards, before.plan.max_hands)


def test_the_cap_is_said_in_words() -> None:
    notices = {notice.code: notice.message for notice in fold(6, Join(6)).warnings}
    assert (
        notices["plan-capped"] == "Hands 8 to 11 have fewer cards than planned, because more players sit at the table."
    )
    one = {notice.code: notice.message for notice in table(Join(5), plan=(1, 9, 2)).warnings}
    assert one["plan-capped"] == "Hand 2 has fewer cards than planned, because more players sit at the table."


def test_hands_grow_back_to_the_plan_when_somebody_leaves() -> None:
    sheet = fold(6, Join(6), *ONE[:0], Bids({1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 0: 0}), Tricks(seats([1] + [0] * 6)))
    assert max(sheet.plan.cards) == 7
    after = fold(6, Join(6), Bids({1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 0: 0}), Tricks(seats([1] + [0] * 6)), Leave(6))
    assert max(after.plan.cards) == 8


def test_the_full_deck_cap_counts_the_whole_deck() -> None:
    hand = [Bids({1: 0, 2: 0, 0: 0}), Tricks(seats([1, 0, 0]))]
    assert max(fold(3, *hand, Join(3), full_deck_hand=True).plan.cards) == 13
    assert max(fold(3, *hand, Join(3)).plan.cards) == 12


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ((*ONE, Join(5)), "{1} deals the last hand, not {5} at the first dealer’s right."),
        ((*ONE, Join(5, 4)), "{1} deals the last hand, not {5} at the first dealer’s right."),
        ((*ONE, Leave(2), Leave(3)), "{1} deals the last hand, not {4} at the first dealer’s right."),
        ((*ONE, Leave(0)), "{3} deals the last hand, not {4} at the first dealer’s right."),
    ],
)
def test_another_last_dealer_is_only_warned(entries: tuple[Any, ...], message: str) -> None:
    assert [notice.message for notice in table(*entries).warnings if notice.code == "final-dealer"] == [message]


def test_the_last_dealer_is_still_named_when_all_is_played() -> None:
    sheet = fold(5, *ONE, *TWO, plan=(1, 2))
    assert [notice.code for notice in sheet.warnings] == ["final-dealer"]
    assert fold(3, *played([0, 0, 0], [1, 0, 0]), plan=(1,)).warnings[-1].message.startswith("{0} deals the last hand")


def test_the_last_dealer_is_judged_by_who_played_the_last_hand() -> None:
    opening = {0: 1, 1: 2, 2: 1, 3: 1}
    sheet = fold(4, *played([0, 0, 0, 0], [0, 1, 0, 0]), Leave(3), plan=(1,), first_dealer=0, opening=opening)
    assert sheet.needs
    messages = [notice.message for notice in sheet.warnings if notice.code == "final-dealer"]
    assert messages == ["{0} deals the last hand, not {3} at the first dealer’s right."]


def test_a_leaver_keeps_the_total_and_the_deal_skips_the_chair() -> None:
    sheet = table(*ONE, Leave(1))
    assert (sheet.active_seats, sheet.seating_order, sheet.departed) == ((0, 2, 3, 4), (0, 1, 2, 3, 4), (1,))
    assert (sheet.dealer, sheet.order, sheet.totals[1]) == (2, (3, 4, 0, 2), 5)
    assert sheet.plan.dealers == (0, *(2, 3, 4, 0) * 4, 2, 3, 4)
    scored = table(*ONE, Leave(1), Bids({3: 0, 4: 0, 0: 0, 2: 0}), Tricks({0: 2, 2: 0, 3: 0, 4: 0}))
    assert (scored.totals[1], 1 in scored.lines[1].points, 1 in scored.lines[1].facts) == (5, False, False)
    assert scored.lines[1].leaders == (3, 4)
    assert (scored.dealer, scored.order) == (3, (4, 0, 2, 3))


def test_a_leaver_is_neither_boxed_nor_circled() -> None:
    sheet = fold(4, *played([0, 0, 0, 0], [1, 0, 0, 0]), Leave(0), Bids({2: 0, 3: 0, 1: 0}), Tricks({1: 0, 2: 1, 3: 1}))
    assert sheet.lines[1].bottom == (2, 3)
    assert sheet.lines[1].leaders == (1,)


def test_the_first_dealer_may_leave_before_the_first_hand() -> None:
    assert table(Leave(0)).dealer == 1
    assert table(Leave(0), Leave(1)).dealer == 2
    assert table(Leave(4), first_dealer=4).dealer == 0


def test_a_hand_in_progress_is_void_when_somebody_leaves() -> None:
    sheet = table(*ONE, Bids({2: 1, 3: 0}, trump="hearts"), Leave(3))
    line = sheet.lines[1]
    assert (line.void, dict(line.bids), line.trump, line.order) == (True, {2: 1, 3: 0}, "hearts", (2, 3, 4, 0, 1))
    assert (sheet.dealer, sheet.order, sheet.hand, sheet.cards) == (1, (2, 4, 0, 1), 1, 2)
    assert sheet.totals == table(*ONE).totals


def test_a_dealer_who_leaves_in_the_hand_passes_it_on() -> None:
    sheet = table(*ONE, Bids({2: 1}), Leave(1))
    assert (sheet.dealer, sheet.order) == (2, (3, 4, 0, 2))
    trump_only = table(*ONE, Bids({}, trump="hearts"), Leave(1))
    assert [line.void for line in trump_only.lines] == [False, True]


def test_between_hands_nothing_is_void() -> None:
    assert len(table(*ONE, Leave(3)).lines) == 1


@pytest.mark.parametrize("first", [True, False])
def test_coming_and_going_in_one_break_has_no_order(first: bool) -> None:
    both = (Join(5, 0), Leave(2)) if first else (Leave(2), Join(5, 0))
    sheet = table(*ONE, *both)
    assert (sheet.seating_order, sheet.active_seats, sheet.dealer) == ((0, 5, 1, 2, 3, 4), (0, 5, 1, 3, 4), 5)
    assert sheet.totals[5] == -1
    assert sheet.joined_or_left in {(5, 2), (2, 5)}


@pytest.mark.parametrize("first", [True, False])
def test_a_void_hand_and_both_in_one_break_have_no_order(first: bool) -> None:
    both = (Join(5, 1), Leave(1)) if first else (Leave(1), Join(5, 1))
    sheet = table(*ONE, Redeal(), *both)
    assert (sheet.dealer, sheet.order) == (5, (2, 3, 4, 0, 5))


def test_a_latecomer_may_take_a_leavers_side() -> None:
    assert table(*ONE, Leave(2), Join(5, 2)).active_seats == (0, 1, 5, 3, 4)


def test_whoever_comes_back_takes_the_lowest_total_and_the_old_chair() -> None:
    gone = (*ONE, Leave(3), Bids({2: 0, 4: 0, 0: 0, 1: 1}), Tricks({0: 0, 1: 2, 2: 0, 4: 0}))
    sheet = table(*gone, Join(3))
    assert (sheet.totals[3], sheet.seats, sheet.departed, sheet.active_seats) == (3, 5, (), (0, 1, 2, 3, 4))
    assert sheet.totals[3] == sheet.opening[3] + sum(line.points.get(3, 0) for line in sheet.lines)
    assert late_total(table(*gone), 3) == 3
    assert table(*gone, Join(3, 0)).seating_order == (0, 3, 1, 2, 4)
    assert table(*gone, Join(3, 3)).seating_order == (0, 1, 2, 3, 4)


def test_nobody_comes_back_better_than_before() -> None:
    low = [Bids({1: 0, 2: 0, 0: 0}), Tricks(seats([1, 0, 0]))]
    after = [Bids({2: 0, 1: 1}), Tricks({1: 1, 2: 1})]
    gone = (*low, Leave(0), *after)
    sheet = fold(3, *gone)
    assert (sheet.lowest, late_total(sheet, 0), late_total(sheet), late_total(sheet, 3)) == (4, -1, 4, 4)
    assert fold(3, *gone, Join(0)).totals[0] == -1
    carried = fold(3, *gone, Join(0), opening={0: 7, 1: 9, 2: 9})
    assert (carried.totals[0], carried.opening[0]) == (6, 7)
    paid = fold(3, *gone, Join(0), opening={0: 27})
    assert (paid.totals[0], paid.opening[0], paid.lowest) == (4, 5, 4)


def test_a_run_of_made_bids_is_kept_over_an_absence() -> None:
    low = [Bids({1: 0, 2: 0, 0: 0}), Tricks(seats([1, 0, 0]))]
    sheet = fold(3, *low, Leave(0), Bids({2: 0, 1: 1}), Tricks({1: 1, 2: 1}), Join(0))
    assert sheet.forms == {0: 0b11, 1: 0b100, 2: 0b101}


@pytest.mark.parametrize(
    ("entries", "code", "field", "message"),
    [
        ((Bids({1: 0}), Join(5)), "between-hands", "arrivals", "{5} can sit down when this hand is finished."),
        ((Bids({}, trump="none"), Join(5)), "between-hands", "arrivals", None),
        ((Join(7),), "duplicate-player", "arrivals", "{7} cannot sit down: seat 6 is the next free one."),
        ((Join(2),), "duplicate-player", "arrivals", None),
        ((Join(-1),), "duplicate-player", "arrivals", None),
        ((Join(5, 9),), "unknown-player", "arrivals", "{5} cannot sit next to somebody who never sat here."),
        ((Join(5, 5),), "unknown-player", "arrivals", None),
        ((Leave(2), Join(2)), "duplicate-player", "arrivals", "{2} has only just left: undo that instead."),
        ((Join(5), Leave(5)), "duplicate-player", "departures", "{5} has only just sat down: undo that instead."),
        ((Leave(5),), "unknown-player", "departures", "{5} does not sit at the table, so cannot leave it."),
        ((Leave(2), Leave(2)), "unknown-player", "departures", None),
        ((Leave(-1),), "unknown-player", "departures", None),
        (
            (Join(5), Join(6), Join(7), Join(8), Join(9), Join(10)),
            "players",
            "arrivals",
            "The table is full: {10} would be player 11. More than ten may sit here only if the table agrees outright.",
        ),
    ],
)
def test_coming_and_going_that_cannot_be(entries: tuple[Any, ...], code: str, field: str, message: str | None) -> None:
    error = refused(*entries)
    assert (error.code, error.field, error.round) == (code, field, 1)
    assert error.seat == entries[-1].seat
    assert message is None or error.message == message


def test_an_eleventh_player_sits_down_only_when_agreed() -> None:
    assert len(fold(10, Join(10), over_ten=True).active_seats) == 11
    with pytest.raises(RuleError, match="The table is full"):
        fold(10, Join(10))


def test_an_eleventh_who_comes_late_may_be_agreed_on_then() -> None:
    """DD-01, HR-DD-03."""
    sheet = fold(10, Join(10, 9, over_ten=True))
    assert (len(sheet.active_seats), [notice.code for notice in sheet.warnings][:1]) == (11, ["many-players"])
    with pytest.raises(RuleError, match=r"would be player 12\. More than ten"):
        fold(10, Join(10, over_ten=True), Join(11))


def test_not_even_an_agreement_seats_more_than_there_are_cards() -> None:
    with pytest.raises(RuleError, match=r"would be player 52\.$"):
        fold(51, Join(51, over_ten=True), over_ten=True)


def test_a_newcomer_may_leave_once_the_hand_is_begun() -> None:
    sheet = table(Join(5), Bids({1: 0}), Leave(5))
    assert (sheet.active_seats, sheet.lines[0].void) == ((0, 1, 2, 3, 4), True)


def test_a_void_hand_ends_the_break() -> None:
    assert table(Join(5), Redeal(), Leave(5)).active_seats == (0, 1, 2, 3, 4)
    assert table(Leave(2), Redeal(), Join(2)).active_seats == (0, 1, 2, 3, 4)


def test_a_hand_needs_two_players() -> None:
    alone = fold(2, Leave(1))
    assert (alone.order, alone.plan.hands) == ((0,), 50)
    for entry in (Bids({0: 1}), Tricks({0: 1}), Redeal()):
        with pytest.raises(RuleError) as error:
            fold(2, Leave(1), entry)
        assert (error.value.code, error.value.round) == ("players", 1)
        assert error.value.message == "A hand needs at least 2 players: let somebody sit down, or stop the match here."
    nobody = fold(2, Leave(1), Leave(0))
    assert (nobody.active_seats, nobody.order, nobody.plan.hands) == ((), (), 0)
    assert [notice.code for notice in nobody.warnings] == ["few-players"]
    assert fold(2, Leave(1), Leave(0), Join(2)).order == (2,)
    assert fold(2, Leave(1), Join(2)).order == (2, 0)


@pytest.mark.parametrize("entry", [Join(5), Leave(5)])
def test_nobody_comes_or_goes_once_all_is_decided(entry: Any) -> None:
    sheet = table(*ONE, plan=(1,), opening={0: 9, 1: 8, 2: 7, 3: 6, 4: 5})
    assert (sheet.winners, sheet.losers) == ((0,), (2,))
    error = refused(*ONE, entry, plan=(1,), opening={0: 9, 1: 8, 2: 7, 3: 6, 4: 5})
    assert (error.code, error.seat) == ("round-after-end", 5)
    assert error.message in {
        "The last hand is played: nobody can sit down any more.",
        "The match is decided: {5} may simply go home.",
    }
