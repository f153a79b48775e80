"""Ties at both ends of a match: the tie-break hand at the top, the card pull at the bottom (DD-36 to DD-42)."""

from typing import Any

import pytest

from scoring.base import Need
from scoring.dirty_dog import DIRTY_DOG, Pull, TiebreakHand
from scoring.dirty_dog.finish import lowest
from scoring.dirty_dog.sheet import tiebreak_cards
from tests.scoring.endings import A_WINS, LEVEL, end, places, refused, tiebreak
from tests.scoring.tables import finished, fold


@pytest.mark.parametrize(("players", "cards"), [(2, 5), (5, 5), (10, 5), (11, 4), (12, 4), (13, 3)])
def test_cards_of_the_tie_break_hand(players: int, cards: int) -> None:
    assert tiebreak_cards(players) == cards


def test_the_tie_break_hand_ranks_the_tied_and_nobody_else() -> None:
    sheet = finished([9, 9, 3, 1], A_WINS)
    assert (sheet.winners, sheet.losers, sheet.first_place_losers) == ((0,), (3,), (1,))
    assert sheet.totals == {0: 9, 1: 9, 2: 3, 3: 1}
    assert places(sheet) == [(1, (0,)), (2, (1,)), (3, (2,)), (4, (3,))]
    (line,) = end(sheet).hands
    assert (line.number, line.cards, line.dealer, line.order) == (1, 5, 0, (1, 2, 3, 0))
    assert line.points == {0: 6, 1: -4}
    assert (line.bids, line.tricks) == (A_WINS.bids, A_WINS.tricks)


def test_the_best_of_the_tied_wins_however_low() -> None:
    sheet = finished([9, 9, 8, 1], tiebreak([1, 5, 0, 0], [0, 0, 5, 0]))
    assert (sheet.winners, places(sheet)[:2]) == ((0,), [(1, (0,)), (2, (1,))])


def test_still_level_players_repeat_and_the_deal_goes_on() -> None:
    sheet = finished([9, 9, 3, 1], LEVEL)
    assert (sheet.winners, sheet.needs) == ((), (Need("tiebreak-hand", (0, 1), 5),))
    again = DIRTY_DOG.play(sheet, A_WINS)
    assert again.winners == (0,)
    assert [line.dealer for line in end(again).hands] == [0, 1]
    assert end(again).hands[1].order == (2, 3, 0, 1)


def test_who_falls_behind_in_a_tie_break_hand_is_out_of_it() -> None:
    three = finished([9, 9, 9, 1], tiebreak([0, 0, 1, 0], [0, 0, 4, 1]))  # 5, 5, -4
    assert three.needs[0].seats == (0, 1)
    over = DIRTY_DOG.play(three, A_WINS)
    assert places(over) == [(1, (0,)), (2, (1,)), (3, (2,)), (4, (3,))]
    assert over.first_place_losers == (1, 2)
    assert end(over).hands[1].points == {0: 6, 1: -4}


def test_level_losers_of_the_tie_break_share_a_place() -> None:
    sheet = finished([9, 9, 9, 1], tiebreak([4, 0, 0, 0], [4, 0, 0, 1]))  # 9, 5, 5
    assert places(sheet) == [(1, (0,)), (2, (1, 2)), (4, (3,))]


def test_a_repeat_may_be_left_to_those_still_level() -> None:
    alone = TiebreakHand({0: 5, 1: 5}, {0: 5, 1: 0})
    sheet = finished([9, 9, 3, 1], LEVEL, alone)
    assert (sheet.winners, end(sheet).hands[1].order) == ((0,), (0, 1))
    assert refused(finished([9, 9, 3, 1]), alone).code == "missing-bid"


@pytest.mark.parametrize(
    ("bids", "tricks", "code", "seat"),
    [
        ({0: 1, 1: 0, 2: 0}, {}, "missing-bid", 3),
        ({0: 1, 1: 0, 2: 0, 3: 0, 4: 0}, {}, "unknown-player", 4),
        ({0: 6, 1: 0, 2: 0, 3: 0}, {}, "bid-range", 0),
        ({0: 1, 1: -1, 2: 0, 3: 0}, {}, "bid-range", 1),
        ({0: 1, 1: 2, 2: 2, 3: 0}, {}, "the-rule", 0),
        ({0: 1, 1: 0, 2: 0, 3: 0}, {0: 5, 1: 0, 2: 0}, "missing-tricks", 3),
        ({0: 1, 1: 0, 2: 0, 3: 0}, {0: 4, 1: 0, 2: 0, 3: 0}, "tricks-sum", None),
        ({0: 1, 1: 0, 2: 0, 3: 0}, {0: 6, 1: -1, 2: 0, 3: 0}, "tricks-range", 0),
    ],
)
def test_a_tie_break_hand_that_cannot_be(
    bids: dict[int, int], tricks: dict[int, int], code: str, seat: int | None
) -> None:
    error = refused(finished([9, 9, 3, 1]), TiebreakHand(bids, tricks))
    assert (error.code, error.seat, error.round) == (code, seat, None)
    assert error.field == ("tricks" if tricks else "bids")


def test_a_missing_bid_of_the_tie_break_hand_is_named() -> None:
    error = refused(finished([9, 9, 3, 1]), TiebreakHand({0: 1}, {}))
    assert error.message == "{1}’s bid is missing: everybody at the table plays the tie-break hand."


@pytest.mark.parametrize("sheet", [fold(4), finished([9, 7, 3, 1]), finished([9, 7, 1, 1])])
def test_no_tie_break_hand_without_a_tie_at_the_top(sheet: Any) -> None:
    error = refused(sheet, A_WINS)
    assert (error.code, error.field) == ("tiebreak", "tiebreak_hands")
    assert error.message == "Nobody is level at the top: there is no tie-break hand to play."


@pytest.mark.parametrize(
    ("pulls", "losers", "open_"),
    [
        ([{1: "4C", 2: "AS", 3: "KH"}], (1,), ()),
        ([{1: "A", 2: "10", 3: "2"}], (3,), ()),
        ([{1: "10S", 2: "JS", 3: "10H"}], (), (1, 3)),
        ([{1: "4C", 2: "AS", 3: "4H"}], (), (1, 3)),
        ([{1: "4C", 2: "AS", 3: "4H"}, {1: "9C", 3: "8C"}], (3,), ()),
        ([{1: "4", 2: "4", 3: "4"}], (), (1, 2, 3)),
    ],
)
def test_the_lowest_card_takes_the_loser_trophy(
    pulls: list[dict[int, str]], losers: tuple[int, ...], open_: tuple[int, ...]
) -> None:
    sheet = finished([9, 1, 1, 1], *map(Pull, pulls))
    assert sheet.losers == losers
    assert end(sheet).pulls == tuple(pulls)
    assert sheet.needs == ((Need("card-pull", open_),) if open_ else ())
    assert sheet.winners == (0,)


def test_the_same_card_twice_is_only_warned_of() -> None:
    sheet = finished([9, 3, 1, 1], Pull({2: "4C", 3: "4C"}))
    said = [notice.message for notice in sheet.warnings if notice.code == "same-card"]
    assert said == ["{2} and {3} pulled 4C: one deck has it once, two decks have it twice."]
    assert sheet.needs == (Need("card-pull", (2, 3)),)
    assert not any(notice.code == "same-card" for notice in finished([9, 3, 1, 1], Pull({2: "4", 3: "4"})).warnings)


@pytest.mark.parametrize(
    ("cards", "code", "seat", "message"),
    [
        ({2: "4C"}, "pull", 3, "{3} has to pull a card too."),
        ({2: "4C", 3: "5C", 1: "6C"}, "pull", 1, "{1} is not level with the others and pulls no card."),
        ({2: "4C", 3: "1C"}, "card", None, "“1C” is not a card: write a rank and a suit, such as 7H, 10S or AC."),
        ({2: "4C", 3: ""}, "card", None, None),
        ({2: "4C", 3: "C"}, "card", None, None),
    ],
)
def test_a_pull_that_cannot_be(cards: dict[int, str], code: str, seat: int | None, message: str | None) -> None:
    error = refused(finished([9, 3, 1, 1]), Pull(cards))
    assert (error.code, error.seat) == (code, seat)
    assert error.field == ("cards" if code == "card" else "pulls")
    assert message is None or error.message == message


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (fold(4), "The match is not over yet: nobody pulls a card."),
        (finished([4, 4, 4, 4]), "The tie at the top comes first: play the tie-break hand, then pull."),
        (finished([9, 7, 3, 1]), "Nobody is level at the bottom any more: there is no card to pull."),
    ],
)
def test_no_pull_without_a_tie_at_the_bottom(sheet: Any, message: str) -> None:
    error = refused(sheet, Pull({2: "4C", 3: "5C"}))
    assert (error.code, error.field, error.message) == ("pull", "pulls", message)


def test_ranks_without_suits_may_be_equal() -> None:
    assert lowest((0, 1), {0: "7", 1: "7"}) == (0, 1)
