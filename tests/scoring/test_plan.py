"""The plan of hands: DD-06 to DD-12, HR-DD-01, HR-DD-02."""

from typing import Any

import pytest

from scoring.base import Malformed, RuleError
from scoring.dirty_dog.entries import Options
from scoring.dirty_dog.plan import (
    LONGEST_PLAN,
    bidding_order,
    fewest_max_hands,
    first_dealer,
    most_cards,
    nearest_max_hands,
    planned_cards,
    proposals,
)
from tests.scoring.tables import fold


@pytest.mark.parametrize(
    ("players", "full_deck", "most", "tops", "hands", "deals"),
    [
        (2, False, 25, 2, 50, 25),
        (3, False, 17, 1, 33, 11),
        (4, False, 12, 2, 24, 6),
        (4, True, 13, 4, 28, 7),
        (5, False, 10, 2, 20, 4),
        (6, False, 8, 4, 18, 3),
        (7, False, 7, 2, 14, 2),
        (8, False, 6, 6, 16, 2),
        (9, False, 5, 1, 9, 1),
        (10, False, 5, 2, 10, 1),
    ],
)
def test_the_schedule_table_of_the_rules(
    players: int, full_deck: bool, most: int, tops: int, hands: int, deals: int
) -> None:
    sheet = fold(players, full_deck_hand=full_deck)
    plan = sheet.plan
    assert (plan.max_cards, plan.max_hands, plan.hands) == (most, tops, hands)
    assert [plan.dealers.count(seat) for seat in range(players)] == [deals] * players
    assert plan.dealers[-1] == players - 1
    assert plan.first_bidders[:2] == (1, 2 % players)
    assert plan.cards == (*range(1, most), *[most] * tops, *range(most - 1, 0, -1))
    assert "final-dealer" not in [notice.code for notice in sheet.warnings]


@pytest.mark.parametrize(
    ("players", "full_deck", "most"), [(4, False, 12), (4, True, 13), (5, True, 10), (13, True, 4)]
)
def test_most_cards_leave_one_to_turn_up(players: int, full_deck: bool, most: int) -> None:
    assert most_cards(players, full_deck=full_deck) == most


@pytest.mark.parametrize(("players", "cards", "least"), [(5, 10, 2), (5, 1, 5), (4, 12, 2), (3, 2, 1), (6, 3, 2)])
def test_the_fewest_hands_at_the_top_let_everybody_deal_equally(players: int, cards: int, least: int) -> None:
    assert fewest_max_hands(players, cards) == least
    assert (2 * (cards - 1) + least) % players == 0


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        (0, (2,)),
        (-9, (2,)),
        (1, (2,)),
        (2, (2, 7)),
        (3, (2, 7)),
        (6, (2, 7)),
        (7, (7, 12)),
        (10**30, (10**30 - 3, 10**30 + 2)),
    ],
)
def test_the_nearest_legal_numbers_of_hands_at_the_top(wanted: int, near: tuple[int, ...]) -> None:
    assert nearest_max_hands(5, 10, wanted) == near


def test_proposals_begin_with_the_default_and_keep_the_deals_even() -> None:
    found = proposals(6, 8)
    assert [(each.max_cards, each.max_hands, each.hands, each.deals) for each in found] == [
        (8, 4, 18, 3),
        (8, 10, 24, 4),
        (8, 16, 30, 5),
        (8, 22, 36, 6),
    ]
    assert all(type(each.deals) is int for each in found)


@pytest.mark.parametrize(
    ("players", "options", "cards"),
    [
        (5, {"max_cards": 3}, (1, 2, 3, 2, 1)),
        (5, {"max_cards": 3, "max_hands": 6}, (1, 2, 3, 3, 3, 3, 3, 3, 2, 1)),
        (5, {"max_cards": 1}, (1, 1, 1, 1, 1)),
        (5, {"plan": (3, 3, 2)}, (3, 3, 2)),
        (5, {"plan": ()}, ()),
        (4, {"plan": (13,), "full_deck_hand": True}, (13,)),
        (4, {"plan": (12, 1)}, (12, 1)),
    ],
)
def test_the_sizes_of_a_chosen_plan(players: int, options: dict[str, Any], cards: tuple[int, ...]) -> None:
    assert planned_cards(players, Options(**options)) == cards


@pytest.mark.parametrize(
    ("players", "options", "code", "field", "message"),
    [
        (5, {"max_hands": 3}, "plan", "max_hands", "choose 2 or 7."),
        (5, {"max_hands": 1}, "plan", "max_hands", "choose 2."),
        (5, {"max_hands": 0}, "plan", "max_hands", "choose 2."),
        (5, {"max_hands": 181}, "plan", "max_hands", "choose 177 or 182."),
        (5, {"max_hands": 183}, "plan", "max_hands", "at most 200 hands: choose 182."),
        (5, {"max_hands": 10**9}, "plan", "max_hands", "choose 182."),
        (5, {"max_hands": -4}, "plan", "max_hands", "choose 2."),
        (3, {"max_cards": 1, "max_hands": 201}, "plan", "max_hands", "choose 198."),
        (5, {"max_cards": 11}, "max-cards", "max_cards", "There are not 11 cards each for 5 players: 10 is the most."),
        (5, {"max_cards": -1}, "max-cards", "max_cards", "The largest hand cannot have −1 cards: choose 1 to 10."),
        (5, {"plan": (1, -2)}, "plan", "plan", "Hand 2 of the plan cannot have −2 cards with 5 players"),
        (5, {"max_cards": 0}, "max-cards", "max_cards", "The largest hand cannot have 0 cards: choose 1 to 10."),
        (
            4,
            {"max_cards": 13},
            "max-cards",
            "max_cards",
            "leave none to turn up for trump: choose 12, or allow the full-deck",
        ),
        (4, {"max_cards": 14, "full_deck_hand": True}, "max-cards", "max_cards", "13 is the most."),
        (4, {"max_cards": 14}, "max-cards", "max_cards", "12 is the most."),
        (
            5,
            {"plan": (1, 0)},
            "plan",
            "plan",
            "Hand 2 of the plan cannot have 0 cards with 5 players: 1 is the nearest.",
        ),
        (
            5,
            {"plan": (11,)},
            "plan",
            "plan",
            "Hand 1 of the plan cannot have 11 cards with 5 players: 10 is the nearest.",
        ),
        (4, {"plan": (13,)}, "plan", "plan", "12 is the nearest."),
        (5, {"plan": (1,) * (LONGEST_PLAN + 1)}, "plan", "plan", "A plan of 201 hands is too long: plan 200 at most."),
        (5, {"plan": (1,), "max_cards": 1}, "plan", "plan", "stands instead of max_cards and max_hands"),
        (
            5,
            {"plan": (1,), "max_hands": 5},
            "plan",
            "plan",
            "A list of hands stands instead of max_cards and max_hands: leave those out.",
        ),
    ],
)
def test_a_refused_plan_names_the_nearest_legal_values(
    players: int, options: dict[str, Any], code: str, field: str, message: str
) -> None:
    with pytest.raises(Malformed) as error:
        planned_cards(players, Options(**options))
    assert (error.value.code, error.value.field) == (code, field)
    assert message in error.value.message


def test_a_list_of_hands_excludes_the_rest() -> None:
    with pytest.raises(Malformed) as error:
        planned_cards(5, Options(plan=(1,), max_cards=1))
    assert error.value.message == "A list of hands stands instead of max_cards and max_hands: leave those out."


def test_the_longest_plans_are_still_allowed() -> None:
    assert len(planned_cards(5, Options(plan=(1,) * LONGEST_PLAN))) == LONGEST_PLAN
    assert len(planned_cards(5, Options(max_hands=182))) == LONGEST_PLAN


@pytest.mark.parametrize(
    ("winner", "jack", "dealer"), [(2, None, 2), (0, 3, 0), (None, 3, 3), (None, 0, 0), (None, None, None)]
)
def test_the_last_winner_deals_first_else_the_first_jack(
    winner: int | None, jack: int | None, dealer: int | None
) -> None:
    assert first_dealer(winner, jack) == dealer


def test_bidding_goes_round_from_the_dealers_left() -> None:
    assert [bidding_order((0, 4, 1), dealer) for dealer in (0, 4, 1)] == [(4, 1, 0), (1, 0, 4), (0, 4, 1)]


def test_the_first_dealer_turns_the_whole_plan() -> None:
    sheet = fold(3, first_dealer=2, max_cards=1)
    assert (sheet.plan.dealers, sheet.plan.first_bidders) == ((2, 0, 1), (0, 1, 2))
    assert (sheet.dealer, sheet.order) == (2, (0, 1, 2))


@pytest.mark.parametrize(
    ("seats", "options", "code", "field", "seat", "message"),
    [
        (1, {}, "players", "players", None, "Dirty Dog needs at least 2 players: add another."),
        (0, {}, "players", "players", None, "Dirty Dog needs at least 2 players: add another."),
        (
            11,
            {},
            "players",
            "players",
            None,
            "11 players are too many for one table: 10 is the most, so make two tables and a play-off.",
        ),
        (
            52,
            {"over_ten": True},
            "players",
            "players",
            None,
            "52 players are too many for one table: 51 is the most, so make two tables and a play-off.",
        ),
        (3, {"first_dealer": 3}, "unknown-player", "first_dealer", None, "There is no seat 4 to deal first."),
        (3, {"first_dealer": -1}, "unknown-player", "first_dealer", None, "There is no seat 0 to deal first."),
        (
            3,
            {"opening": {3: 1}},
            "unknown-player",
            "opening",
            3,
            "{3} does not play here: leave that player out of the opening.",
        ),
        (
            3,
            {"opening": {0: 1_000_001}},
            "opening",
            "opening",
            0,
            "{0} cannot carry in 1000001 points: 1,000,000 are the most.",
        ),
        (
            3,
            {"opening": {2: -1_000_001}},
            "opening",
            "opening",
            2,
            "{2} cannot carry in −1000001 points: 1,000,000 are the most.",
        ),
    ],
)
def test_a_match_that_cannot_begin(
    seats: int, options: dict[str, Any], code: str, field: str, seat: int | None, message: str
) -> None:
    with pytest.raises(RuleError) as error:
        fold(seats, **options)
    found = error.value
    assert (found.code, found.field, found.seat, found.message) == (code, field, seat, message)


def test_eleven_sit_down_only_when_agreed_outright() -> None:
    sheet = fold(11, over_ten=True)
    assert sheet.plan.max_cards == 4
    assert [notice.code for notice in sheet.warnings] == ["many-players"]
    assert fold(51, over_ten=True).plan.max_cards == 1
    assert fold(10).warnings == ()


@pytest.mark.parametrize(("players", "codes"), [(2, ["few-players"]), (3, ["few-players"]), (4, [])])
def test_a_small_table_is_warned(players: int, codes: list[str]) -> None:
    assert [notice.code for notice in fold(players).warnings] == codes


def test_a_plan_that_ends_at_the_wrong_dealer_is_only_warned() -> None:
    warnings = fold(5, plan=(1, 1, 1)).warnings
    assert [(notice.code, notice.round, notice.message) for notice in warnings] == [
        ("final-dealer", 3, "{2} deals the last hand, not {4} at the first dealer’s right.")
    ]


def test_points_carried_in_count_from_the_first_hand() -> None:
    assert fold(3, opening={1: 1_000_000, 2: -1_000_000}).totals == {0: 0, 1: 1_000_000, 2: -1_000_000}
