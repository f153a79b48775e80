"""The next step of Dirty Dog, with all that a screen needs (DD-15 to DD-19, DD-36, DD-40, HR-DD-04)."""

from typing import Any

from scoring.dirty_dog import (
    Bids,
    BidStep,
    Join,
    Leave,
    Pull,
    PullStep,
    Redeal,
    TiebreakHand,
    TiebreakStep,
    TrickStep,
    next_step,
)
from scoring.dirty_dog.step import possible
from tests.scoring.tables import finished, fold, played, seats


def bid_step(*entries: Any, **options: Any) -> BidStep:
    """The next step of four players, which must be a bid."""
    step = next_step(fold(4, *entries, **options))
    assert isinstance(step, BidStep)
    return step


def test_the_first_bid_of_a_match() -> None:
    assert bid_step() == BidStep(
        number=1,
        hand=1,
        cards=1,
        dealer=0,
        order=(1, 2, 3, 0),
        to_bid=1,
        waiting=(1, 2, 3, 0),
        bids={},
        bid_total=0,
        barred=None,
        legal=(0, 1),
        hands=24,
        bid_terms=("floater", None, "overbid", "overbid", "overbid"),
        dealer_callout=None,
        trump=None,
        flip=None,
        redeal=False,
    )


def test_the_last_bidder_sees_the_barred_bid() -> None:
    step = bid_step(Bids({1: 0, 2: 1, 3: 1}, flip="7H"), plan=(3, 2))
    assert (step.to_bid, step.bid_total, step.barred, step.legal) == (0, 2, 1, (0, 2, 3))
    assert (step.dealer_callout, step.trump, step.flip) == ("you-cannot-bid-one", "hearts", "7H")
    assert (step.hands, step.bids) == (2, {1: 0, 2: 1, 3: 1})
    other = bid_step(Bids({1: 0, 2: 0, 3: 1}), plan=(3, 2))
    assert (other.barred, other.dealer_callout) == (2, None)
    over = bid_step(Bids({1: 3, 2: 0, 3: 1}), plan=(3, 2))
    assert (over.barred, over.legal, over.dealer_callout) == (None, (0, 1, 2, 3), None)


def test_a_hand_dealt_again_counts_as_a_round_but_not_as_a_hand() -> None:
    step = bid_step(*played([0, 0, 0, 0], [1, 0, 0, 0]), Redeal())
    assert (step.number, step.hand, step.dealer, step.redeal) == (3, 2, 1, True)


def test_the_full_deck_hand_is_known_to_be_without_trump() -> None:
    assert bid_step(plan=(13,), full_deck_hand=True).trump == "none"
    assert bid_step(Join(4), plan=(13,), full_deck_hand=True).trump is None


def test_the_tricks_step_lets_the_dealer_think_again() -> None:
    sheet = fold(4, Bids({1: 0, 2: 1, 3: 1, 0: 3}, trump="clubs"), plan=(3, 2))
    assert next_step(sheet) == TrickStep(
        number=1,
        hand=1,
        cards=3,
        dealer=0,
        order=(1, 2, 3, 0),
        bids={1: 0, 2: 1, 3: 1, 0: 3},
        tricks_left=3,
        hands=2,
        bid_total=5,
        term="overbid",
        barred=1,
        revisable=0,
        revisions=(0, 2, 3),
        trump="clubs",
        flip=None,
    )
    turned = next_step(fold(4, Bids({1: 0, 2: 0, 3: 0, 0: 0}, flip="2C"), plan=(3,)))
    assert isinstance(turned, TrickStep)
    assert turned.flip == "2C"


def test_nothing_is_next_when_one_is_left_or_all_is_settled() -> None:
    assert next_step(fold(2, Leave(1))) is None
    assert next_step(finished([9, 7, 3])) is None


def test_the_tie_break_comes_before_the_pull() -> None:
    sheet = finished([9, 9, 1, 1])
    assert next_step(sheet) == TiebreakStep(seats=(0, 1), order=(1, 2, 3, 0), cards=5, dealer=0, number=1)
    level = finished([9, 9, 1, 1], TiebreakHand(seats([0, 0, 1, 1]), seats([0, 0, 4, 1])))
    assert next_step(level) == TiebreakStep(seats=(0, 1), order=(2, 3, 0, 1), cards=5, dealer=1, number=2)
    over = finished([9, 9, 1, 1], TiebreakHand(seats([1, 0, 0, 0]), seats([1, 4, 0, 0])))
    assert next_step(over) == PullStep((2, 3), "loser")


def test_the_pull_goes_on_among_the_level() -> None:
    assert next_step(finished([9, 1, 1, 1])) == PullStep((1, 2, 3), "loser")
    assert next_step(finished([9, 1, 1, 1], Pull({1: "2C", 2: "2D", 3: "3C"}))) == PullStep((1, 2), "loser")
    assert next_step(finished([9, 1, 1, 1], Pull({1: "2C", 2: "4D", 3: "3C"}))) is None


def test_the_top_is_asked_for_while_all_are_level() -> None:
    assert isinstance(next_step(finished([4, 4, 4])), TiebreakStep)


def test_what_can_be_written_beside_bids_and_tricks() -> None:
    assert possible(fold(4)) == {"flip", "join", "leave", "redeal"}
    assert possible(fold(4, plan=(13,), full_deck_hand=True)) == {"join", "leave", "redeal"}  # no card is turned up
    assert possible(fold(4, *played([0, 0, 0, 0], [1, 0, 0, 0]))) == {
        "adjust",
        "flip",
        "join",
        "leave",
        "redeal",
        "shorten",
    }
    assert possible(fold(2, Leave(1))) == {"join"}  # nobody to deal to


def test_what_can_be_written_once_all_hands_are_played() -> None:
    assert possible(finished([3, 2, 1])) == {"adjust"}
    tied = finished([3, 3, 1])
    assert possible(tied) == {tied.needs[0].what, "tie-outcome", "leave", "adjust"}
