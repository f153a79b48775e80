"""The demo's bots: they follow suit, keep The Rule, and make about as many bids as people do."""

from random import Random

import pytest

from dogclub.demo.bots import PACK, Hand, beats, choose, deal, expected, legal_bid, random_bot, trump_name, written
from scoring.dirty_dog import Options
from scoring.dirty_dog.hand import forbidden

CLUB_2, CLUB_ACE, HEART_2, HEART_9, SPADE_3, SPADE_ACE = 0, 12, 26, 33, 40, 51


def test_a_pack_has_fifty_two_different_cards() -> None:
    assert len({written(card) for card in PACK}) == 52


@pytest.mark.parametrize(("seats", "cards", "turned_up"), [(4, 12, True), (4, 13, False), (10, 5, True)])
def test_everybody_is_dealt_different_cards(seats: int, cards: int, turned_up: bool) -> None:
    hands, flip = deal(range(seats), cards, Random(1))
    dealt = [card for hand in hands.values() for card in hand]
    assert len(set(dealt)) == seats * cards
    assert (flip is not None) == turned_up
    assert flip not in dealt


@pytest.mark.parametrize(("flip", "name"), [(HEART_9, "hearts"), (SPADE_ACE, "none"), (None, "none")])
def test_an_ace_turned_up_makes_no_trump(flip: int | None, name: str) -> None:
    assert trump_name(flip) == name


@pytest.mark.parametrize(
    ("card", "best", "trump", "takes"),
    [
        (HEART_9, HEART_2, None, True),
        (HEART_2, HEART_9, None, False),
        (SPADE_3, CLUB_ACE, 3, True),
        (SPADE_ACE, CLUB_2, None, False),
        (CLUB_ACE, SPADE_3, 3, False),
    ],
)
def test_the_highest_of_the_suit_or_the_highest_trump_takes_the_trick(
    card: int, best: int, trump: int | None, takes: bool
) -> None:
    assert beats(card, best, trump) is takes


def test_a_bot_follows_suit() -> None:
    for seed in range(200):
        rng = Random(seed)
        hand = rng.sample(PACK, 6)
        best = rng.choice([card for card in PACK if card not in hand])
        wants, last = rng.random() < 0.5, rng.random() < 0.5
        card = choose(hand, best // 13, best, rng.randrange(4), wants=wants, last=last)
        assert card in hand, seed
        assert card // 13 == best // 13 or all(held // 13 != best // 13 for held in hand), seed


def test_a_bot_that_wants_no_trick_ducks_under_the_best_card() -> None:
    assert choose([HEART_2, HEART_9], 2, HEART_9 + 1, None, wants=False, last=False) == HEART_9


@pytest.mark.parametrize("wish", [-3.0, 0.4, 1.5, 99.0])
@pytest.mark.parametrize("bids", [(0, 0, 0), (1, 1, 1), (5, 5, 5)])
def test_the_last_bidder_keeps_the_rule(wish: float, bids: tuple[int, ...]) -> None:
    called = legal_bid(wish, 3, bids, last=True)
    assert called in range(4)
    assert called != forbidden(Options(), 3, sum(bids))


def test_a_better_hand_is_worth_more() -> None:
    trumps, rags = [39 + rank for rank in range(8, 13)], [0, 1, 13, 14, 26]
    assert expected(trumps, 5, 3) > 3.5 > 1.2 > expected(rags, 5, 3)


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize(("seats", "cards"), [(3, 17), (4, 1), (5, 10), (7, 7), (10, 5)])
def test_a_hand_is_played_to_the_last_trick(seats: int, cards: int, blind: bool) -> None:
    rng = Random(seats)
    bots = {seat: random_bot(seat, rng) for seat in range(seats)}
    for _ in range(20):
        hand = Hand(range(seats), cards, bots, rng).play(blind=blind)
        assert sum(hand.tricks.values()) == cards != sum(hand.bids.values())
        assert not any(hand.held.values())


def test_bots_make_about_as_many_bids_as_people_do() -> None:
    rng = Random(1)
    bots = {seat: random_bot(seat, rng) for seat in range(5)}
    made = hands = 0
    for cards in [*range(1, 11)] * 30:
        hand = Hand(range(5), cards, bots, rng).play()
        made += sum(hand.bids[seat] == hand.tricks[seat] for seat in range(5))
        hands += 5
    assert 0.45 < made / hands < 0.65
