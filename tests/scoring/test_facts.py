"""Facts of a hand of Dirty Dog for the statistics, and the streaks and places stored with them."""

import pytest

from scoring.dirty_dog import Bids, Tricks
from scoring.dirty_dog.callouts import place, streak
from tests.scoring.hands_called import line
from tests.scoring.tables import fold, played, seats


def test_facts_of_a_hand() -> None:
    found = line([2, 1, 1, 2], [1, 2, 1, 1], [0, 4, 1, 3])
    assert found.facts == {
        1: {
            "bid": 1,
            "tricks": 2,
            "made": 0,
            "cards": 5,
            "position": 0,
            "dealer": 0,
            "forced": 0,
            "place": 2,
            "climb": -1,
            "streak": 0,
            "away": 4,
            "off": 1,
            "from_dealer": 1,
            "right": 0,
        },
        2: {
            "bid": 1,
            "tricks": 1,
            "made": 1,
            "cards": 5,
            "position": 1,
            "dealer": 0,
            "forced": 0,
            "place": 1,
            "climb": 2,
            "streak": 1,
            "away": 9,
            "off": 0,
            "from_dealer": 2,
            "right": 1,
        },
        3: {
            "bid": 2,
            "tricks": 1,
            "made": 0,
            "cards": 5,
            "position": 2,
            "dealer": 0,
            "forced": 0,
            "place": 3,
            "climb": -1,
            "streak": 0,
            "away": 3,
            "off": -1,
            "from_dealer": 3,
            "right": 2,
        },
        0: {
            "bid": 2,
            "tricks": 1,
            "made": 0,
            "cards": 5,
            "position": 3,
            "dealer": 1,
            "forced": 0,
            "place": 4,
            "climb": 0,
            "streak": 0,
            "away": 0,
            "off": -1,
            "from_dealer": 0,
            "right": 3,
            "barred": 1,
        },
    }


@pytest.mark.parametrize(
    ("bids", "forced", "barred"),
    [([1, 1, 0, 0], 1, 0), ([0, 0, 0, 0], 1, 1), ([0, 1, 1, 0], 0, None)],
)
def test_on_one_card_the_dealer_may_have_one_legal_bid(bids: list[int], forced: int, barred: int | None) -> None:
    facts = line(bids, [0, 1, 0, 0]).facts
    assert (facts[0]["forced"], facts[0].get("barred")) == (forced, barred)
    assert all("barred" not in facts[seat] and not facts[seat]["forced"] for seat in (1, 2, 3))


@pytest.mark.parametrize(
    ("totals", "seat", "found"), [({0: 1, 1: 2}, 0, 2), ({0: 1, 1: 2}, 1, 1), ({0: 2, 1: 2}, 1, 1)]
)
def test_level_seats_share_a_place(totals: dict[int, int], seat: int, found: int) -> None:
    assert place(totals, (0, 1), seat) == found
    assert place({**totals, 9: 99}, (0, 1), seat) == found


@pytest.mark.parametrize(("form", "found"), [(0b1, 0), (0b1_0, 1), (0b1_1, 0), (0b1_100, 2), (0b1_0000, 4)])
def test_a_streak_counts_bids_made_in_a_row(form: int, found: int) -> None:
    assert streak(form) == found


def test_streaks_go_on_over_hands() -> None:
    sheet = fold(3, *played([0, 0, 0], [1, 0, 0]), Bids({2: 0, 0: 0, 1: 0}), Tricks(seats([0, 0, 2])))
    assert {seat: facts["streak"] for seat, facts in sheet.lines[1].facts.items()} == {2: 0, 0: 1, 1: 2}
    assert sheet.forms == {0: 0b110, 1: 0b100, 2: 0b101}
