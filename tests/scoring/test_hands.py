"""One hand: bids in order, The Rule, tricks, points, void hands (DD-13 to DD-32, DD-55)."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.dirty_dog import Bids, DirtyDogSheet, Options, Redeal, Tricks
from scoring.dirty_dog.hand import bidding, forbidden, points
from tests.scoring.tables import fold, played, seats

HAND_OF_FIVE = (Bids({1: 1, 2: 0, 3: 2, 0: 1}),)
PLAN = {"plan": (5, 5)}


def refused(count: int, *entries: Any, **options: Any) -> RuleError:
    """The error with which the last entry is refused; those before it are legal."""
    fold(count, *entries[:-1], **options)
    with pytest.raises(RuleError) as error:
        fold(count, *entries, **options)
    assert error.value.entry == len(entries)
    return error.value


@pytest.mark.parametrize(
    ("bid", "tricks", "won"),
    [(2, 2, 7), (1, 2, -2), (3, 2, -3), (0, 0, 5), (0, 1, -1), (0, 4, -4), (1, 0, -1), (10, 10, 15), (10, 0, -10)],
)
def test_points_of_the_rule_book(bid: int, tricks: int, won: int) -> None:
    assert points(Options(), bid, tricks, 10) == won


@pytest.mark.parametrize(
    ("cards", "bid", "barred"), [(5, 4, 1), (5, 5, 0), (5, 6, None), (5, 0, 5), (1, 0, 1), (1, 1, 0), (1, 2, None)]
)
def test_the_bid_the_rule_forbids(cards: int, bid: int, barred: int | None) -> None:
    assert forbidden(Options(), cards, bid) == barred


@pytest.mark.parametrize(
    ("bids", "to_bid", "total", "barred", "legal"),
    [
        ({}, 1, 0, None, (0, 1, 2)),
        ({1: 2}, 2, 2, None, (0, 1, 2)),
        ({1: 1, 2: 0}, 0, 1, 1, (0, 2)),
        ({1: 2, 2: 2}, 0, 4, None, (0, 1, 2)),
        ({1: 0, 2: 0, 0: 0}, None, 0, None, ()),
    ],
)
def test_bidding_shows_who_bids_and_what_is_legal(
    bids: dict[int, int], to_bid: int | None, total: int, barred: int | None, legal: tuple[int, ...]
) -> None:
    now = bidding(Options(), (1, 2, 0), 2, bids)
    assert (now.to_bid, now.bid_total, now.barred, now.legal) == (to_bid, total, barred, legal)
    assert now.bid_terms == ("float-age", "floater", None, "overbid", "overbid", "overbid", "overbid")


def test_a_whole_hand_is_two_entries() -> None:
    sheet = fold(4, *HAND_OF_FIVE, Tricks({0: 1, 1: 1, 2: 1, 3: 2}), **PLAN)
    (line,) = sheet.lines
    assert dict(line.points) == {0: 6, 1: 6, 2: -1, 3: 7}
    assert dict(sheet.totals) == {0: 6, 1: 6, 2: -1, 3: 7}
    assert (line.number, line.hand, line.cards, line.dealer, line.order) == (1, 1, 5, 0, (1, 2, 3, 0))
    assert (line.bid_total, line.barred, line.trump, line.flip, line.void) == (4, 2, None, None, False)
    assert dict(line.made) == {0: True, 1: True, 2: False, 3: True}
    assert (line.leaders, line.bottom) == ((3,), (2,))
    assert (sheet.dealer, sheet.order, sheet.cards, sheet.number) == (1, (2, 3, 0, 1), 5, 2)


def test_box_and_circle_mark_everybody_who_is_level() -> None:
    sheet = fold(4, *played([0, 0, 0, 0], [0, 1, 0, 0]), plan=(1, 1))
    assert (sheet.lines[0].leaders, sheet.lines[0].bottom) == ((0, 2, 3), (1,))
    level = fold(3, *played([0, 0, 1], [1, 1, 0]), plan=(2, 2))
    assert (level.lines[0].leaders, level.lines[0].bottom) == ((0, 1, 2), (0, 1, 2))


def test_bids_may_come_one_by_one_and_add_up_to_the_same_sheet() -> None:
    one_by_one = (Bids({1: 1}), Bids({2: 0, 3: 2}), Bids({}), Bids({0: 1}))
    assert fold(4, *one_by_one, **PLAN) == fold(4, *HAND_OF_FIVE, **PLAN)


def test_bids_are_kept_in_bidding_order() -> None:
    assert list(fold(4, Bids({0: 1, 3: 2, 2: 0, 1: 1}), **PLAN).bids) == [1, 2, 3, 0]


@pytest.mark.parametrize(
    ("bids", "code", "seat", "sentence"),
    [
        ({1: 6}, "bid-range", 1, "Bo cannot bid 6: bid 0 to 5."),
        ({1: -1}, "bid-range", 1, "Bo cannot bid −1: bid 0 to 5."),
        ({1: 2**63}, "bid-range", 1, f"Bo cannot bid {2**63}: bid 0 to 5."),
        ({2: 1}, "bid-order", 1, "Bo bids before Cy: write down that bid first."),
        ({1: 1, 3: 1}, "bid-order", 2, "Cy bids before Di: write down that bid first."),
        ({1: 1, 2: 1, 0: 1}, "bid-order", 3, "Di bids before Ann: write down that bid first."),
        ({4: 1}, "unknown-player", 4, "seat 5 does not play here: leave that player out of the bids."),
        ({1: 1, 2: 0, 3: 2, 0: 1, 4: 1}, "unknown-player", 4, None),
        ({1: 1, 2: 1, 3: 2, 0: 1}, "the-rule", 0, "Ann may not bid 1: 4 bid so far, 5 cards."),
        ({1: 1, 2: 2, 3: 2, 0: 0}, "the-rule", 0, "Ann may not bid 0: 5 bid so far, 5 cards."),
    ],
)
def test_a_bid_that_cannot_be(bids: dict[int, int], code: str, seat: int, sentence: str | None) -> None:
    error = refused(4, Bids(bids), **PLAN)
    assert (error.code, error.seat, error.field, error.round) == (code, seat, "bids", 1)
    assert sentence is None or error.sentence(["Ann", "Bo", "Cy", "Di"]) == sentence


def test_the_rule_speaks_of_one_card_in_a_small_hand() -> None:
    error = refused(5, Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 0}))
    assert error.sentence(["Ann"]) == "Ann may not bid 0: 1 bid so far, 1 card."


def test_the_rule_binds_the_last_bidder_alone() -> None:
    assert fold(4, Bids({1: 5, 2: 0, 3: 0}), **PLAN).bids == {1: 5, 2: 0, 3: 0}
    assert refused(4, Bids({1: 5, 2: 0, 3: 0}), Bids({0: 0}), **PLAN).code == "the-rule"


@pytest.mark.parametrize("again", [{1: 2}, {1: 1, 2: 0}])
def test_a_bid_stays_once_the_next_player_has_bid(again: dict[int, int]) -> None:
    error = refused(4, Bids({1: 1}), Bids(again), **PLAN)
    assert (error.code, error.seat, error.field, error.round) == ("bid-order", 1, "bids", 1)
    assert error.sentence(["Ann", "Bo"]) == "Bo has already bid 1: correct that bid instead of adding one."


def test_nobody_bids_twice_after_all_bids_are_in() -> None:
    assert refused(4, *HAND_OF_FIVE, Bids({0: 0}), **PLAN).code == "bid-order"


@pytest.mark.parametrize(
    ("tricks", "code", "seat", "sentence"),
    [
        ({0: 1, 1: 1, 2: 1}, "missing-tricks", 3, "How many tricks did Di take? Everybody’s are needed."),
        ({}, "missing-tricks", 1, "How many tricks did Bo take? Everybody’s are needed."),
        ({0: 5, 1: 0, 2: 0, 3: 0, 4: 0}, "unknown-player", 4, None),
        ({0: 6, 1: -1, 2: 0, 3: 0}, "tricks-range", 0, "Ann cannot have taken 6: 0 to 5 tricks are possible."),
        ({0: 5, 1: -1, 2: 1, 3: 0}, "tricks-range", 1, "Bo cannot have taken −1: 0 to 5 tricks are possible."),
        ({0: 6, 1: 0, 2: 0, 3: 0}, "tricks-range", 0, None),
        ({0: 4, 1: 0, 2: 0, 3: 0}, "tricks-sum", None, "The tricks add up to 4, but 5 were played: place 1 more."),
        ({0: 5, 1: 2, 2: 0, 3: 0}, "tricks-sum", None, "The tricks add up to 7, but 5 were played: take 2 away."),
    ],
)
def test_tricks_that_cannot_be(tricks: dict[int, int], code: str, seat: int | None, sentence: str | None) -> None:
    error = refused(4, *HAND_OF_FIVE, Tricks(tricks), **PLAN)
    assert (error.code, error.seat, error.field, error.round) == (code, seat, "tricks", 1)
    assert sentence is None or error.sentence(["Ann", "Bo", "Cy", "Di"]) == sentence


def test_one_trick_was_played() -> None:
    error = refused(3, Bids({1: 0, 2: 0, 0: 0}), Tricks(seats([0, 0, 0])), plan=(1,))
    assert error.sentence(["Ann", "Bo", "Cy"]) == "The tricks add up to 0, but 1 was played: place 1 more."


@pytest.mark.parametrize(("bids", "seat"), [({}, 1), ({1: 1}, 2), ({1: 1, 2: 0, 3: 2}, 0)])
def test_no_tricks_before_every_bid_is_in(bids: dict[int, int], seat: int) -> None:
    error = refused(4, Bids(bids), Tricks(seats([5, 0, 0, 0])), **PLAN)
    assert (error.code, error.seat, error.field, error.round) == ("missing-bid", seat, "bids", 1)
    assert error.message == f"{{{seat}}}’s bid is missing: write down all bids before the tricks."


@pytest.mark.parametrize("entry", [Bids({}), Tricks({}), Redeal()])
def test_no_hand_after_the_last(entry: Any) -> None:
    error = refused(4, *played([0, 0, 0, 0], [1, 0, 0, 0]), entry, plan=(1,))
    assert (error.code, error.round) == ("round-after-end", 2)
    assert error.message == "All planned hands are played: no hand can be added."


@pytest.mark.parametrize(
    ("given", "trump", "flip"),
    [
        ({"flip": "7H"}, "hearts", "7H"),
        ({"flip": "10S"}, "spades", "10S"),
        ({"flip": "2C"}, "clubs", "2C"),
        ({"flip": "KD"}, "diamonds", "KD"),
        ({"flip": "AC"}, "none", "AC"),
        ({"trump": "diamonds"}, "diamonds", None),
        ({"trump": "none"}, "none", None),
        ({"trump": "none", "flip": "AH"}, "none", "AH"),
        ({"trump": "hearts", "flip": "QH"}, "hearts", "QH"),
        ({}, None, None),
    ],
)
def test_the_card_turned_up_makes_trump(given: dict[str, str], trump: str | None, flip: str | None) -> None:
    sheet = fold(3, Bids({1: 0, 2: 0, 0: 0}, **given), Tricks(seats([1, 0, 0])))
    assert (sheet.lines[0].trump, sheet.lines[0].flip) == (trump, flip)
    assert (sheet.trump, sheet.flip) == (None, None)
    assert ("no-trump" in [call.term for call in sheet.lines[0].callouts]) == (trump == "none")


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"flip": "7h"}, "flip", "“7h” is not a card: write a rank and a suit, such as 7H, 10S or AC."),
        ({"flip": "1H"}, "flip", None),
        ({"flip": "H"}, "flip", None),
        ({"flip": "10"}, "flip", None),
        ({"flip": ""}, "flip", None),
        ({"trump": "heart"}, "trump", "“heart” is not a trump: choose one of clubs, diamonds, hearts, spades, none."),
        ({"trump": "hearts", "flip": "7S"}, "trump", "7S turned up makes the trump spades, not hearts."),
        ({"trump": "hearts", "flip": "AH"}, "trump", "AH turned up makes the trump none, not hearts."),
    ],
)
def test_a_card_that_cannot_be(given: dict[str, str], field: str, message: str | None) -> None:
    error = refused(3, Bids({1: 0}, **given))
    assert (error.code, error.field, error.round) == ("card", field, 1)
    assert message is None or error.message == message


def test_trump_may_be_known_before_the_first_bid_but_never_twice() -> None:
    sheet = fold(3, Bids({}, trump="hearts"))
    assert (sheet.trump, sheet.in_hand) == ("hearts", True)
    assert fold(3, Bids({}, flip="2H"), Bids({1: 0})).flip == "2H"
    assert fold(3, Bids({}, trump="hearts"), Bids({1: 0}, flip="2H")).flip == "2H"
    error = refused(3, Bids({}, trump="hearts"), Bids({1: 0}, trump="clubs"))
    assert (error.code, error.message) == ("card", "The trump of this hand is hearts, not clubs.")
    assert (error.field, error.round) == ("trump", 1)


def test_an_empty_entry_begins_no_hand() -> None:
    assert fold(3, Bids({})) == fold(3)
    assert fold(4, Bids({}), plan=(13,), full_deck_hand=True).in_hand is False


@pytest.mark.parametrize("trump", [None, "none"])
def test_the_full_deck_hand_has_no_trump(trump: str | None) -> None:
    options: dict[str, Any] = {"plan": (13, 12), "full_deck_hand": True}
    sheet = fold(4, Bids({1: 0}, trump=trump), **options)
    assert sheet.trump == "none"
    assert fold(4, *played([0, 0, 0, 0], [13, 0, 0, 0]), Bids({2: 0}), **options).trump is None


@pytest.mark.parametrize("given", [{"flip": "AH"}, {"flip": "2H"}, {"trump": "hearts"}])
def test_no_card_turns_up_in_the_full_deck_hand(given: dict[str, str]) -> None:
    error = refused(4, Bids({1: 0}, **given), plan=(13,), full_deck_hand=True)
    assert (error.code, error.message) == ("card", "The whole deck is dealt, so no card turns up: there is no trump.")
    assert error.field == "flip"


def voided(*entries: Any) -> DirtyDogSheet:
    """The sheet of a scored hand of four and these entries, with a plan of hands of 1, 2 and 1 cards."""
    return fold(4, *played([0, 0, 0, 0], [1, 0, 0, 0]), *entries, plan=(1, 2, 1))


@pytest.mark.parametrize(
    ("entries", "bids", "tricks"),
    [
        ((Redeal(),), {}, {}),
        ((Bids({2: 1}), Redeal()), {2: 1}, {}),
        ((Bids({2: 1, 3: 1, 0: 1, 1: 1}), Redeal()), {2: 1, 3: 1, 0: 1, 1: 1}, {}),
        ((Bids({2: 1, 3: 1, 0: 1, 1: 1}), Redeal({0: 2, 1: 1})), {2: 1, 3: 1, 0: 1, 1: 1}, {0: 2, 1: 1}),
    ],
)
def test_a_void_hand_is_dealt_again_by_the_same_dealer(
    entries: tuple[Any, ...], bids: dict[int, int], tricks: dict[int, int]
) -> None:
    sheet = voided(*entries)
    line = sheet.lines[1]
    assert (line.number, line.hand, line.cards, line.dealer, line.void) == (2, 2, 2, 1, True)
    assert (dict(line.bids), dict(line.tricks), dict(line.made)) == (bids, tricks, {})
    assert dict(line.points) == {0: 0, 1: 0, 2: 0, 3: 0}
    assert line.totals == sheet.lines[0].totals == sheet.totals
    assert line.forms == sheet.lines[0].forms == sheet.forms
    assert (line.leaders, line.bottom, line.callouts, dict(line.facts)) == ((1, 2, 3), (0,), (), {})
    assert (sheet.number, sheet.hand, sheet.dealer, sheet.order, sheet.cards) == (3, 1, 1, (2, 3, 0, 1), 2)
    assert (sheet.in_hand, sheet.redeal) == (False, True)
    assert sheet.plan.hands == 3


def test_a_void_hand_forgets_its_trump() -> None:
    sheet = voided(Bids({2: 1}, flip="7H"), Redeal())
    assert (sheet.trump, sheet.flip, sheet.bids) == (None, None, {})
    assert (sheet.lines[1].trump, sheet.lines[1].flip) == ("hearts", "7H")


def test_the_deal_goes_on_after_a_hand_dealt_again() -> None:
    sheet = voided(Redeal(), Redeal(), Bids({2: 0, 3: 0, 0: 0, 1: 0}), Tricks(seats([2, 0, 0, 0])))
    assert [(line.number, line.hand, line.void) for line in sheet.lines] == [
        (1, 1, False),
        (2, 2, True),
        (3, 2, True),
        (4, 2, False),
    ]
    assert (sheet.dealer, sheet.hand, sheet.redeal) == (2, 2, False)
    assert sheet.plan.cards == (1, 2, 1)


@pytest.mark.parametrize(("bids", "barred"), [({}, None), ({2: 1, 3: 1}, None), ({2: 1, 3: 0, 0: 0}, 1)])
def test_a_void_hand_knows_the_barred_bid_only_when_it_stood(bids: dict[int, int], barred: int | None) -> None:
    line = voided(Bids(bids), Redeal()).lines[1]
    assert (line.barred, line.bid_total) == (barred, sum(bids.values()))


@pytest.mark.parametrize(
    ("bids", "tricks", "code"),
    [
        ({2: 1}, {0: 1}, "missing-bid"),
        ({2: 1, 3: 1, 0: 1, 1: 1}, {0: 3}, "tricks-range"),
        ({2: 1, 3: 1, 0: 1, 1: 1}, {0: -1}, "tricks-range"),
        ({2: 1, 3: 1, 0: 1, 1: 1}, {9: 1}, "unknown-player"),
    ],
)
def test_tricks_of_a_void_hand_are_still_tricks(bids: dict[int, int], tricks: dict[int, int], code: str) -> None:
    with pytest.raises(RuleError) as error:
        voided(Bids(bids), Redeal(tricks))
    assert (error.value.code, error.value.round, error.value.entry) == (code, 2, 4)
    assert error.value.field == ("bids" if code == "missing-bid" else "tricks")


def test_something_else_is_no_entry() -> None:
    error = refused(3, object())
    assert (error.code, error.message) == ("kind", "“object” is not an entry of Dirty Dog.")
