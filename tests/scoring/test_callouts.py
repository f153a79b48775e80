"""What the table shouts: DD-G01 to DD-G20, HR-DD-13."""

from typing import Any

import pytest
from msgspec.structs import replace

from scoring.base import CallOut, spell
from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.callouts import bid_term, misses
from scoring.dirty_dog.facts import place, streak
from scoring.dirty_dog.terms import label, sentence
from tests.scoring.tables import NAMES, fold, played, seats


def scored(sheet: DirtyDogSheet, bids: list[int], tricks: list[int], **more: Any) -> DirtyDogLine:
    """The hand that comes of bids and tricks of seats 0, 1, 2 …"""
    bid = DIRTY_DOG.play(sheet, Bids(seats(bids), **more))
    return DIRTY_DOG.play(bid, Tricks(seats(tricks))).lines[-1]


def line(bids: list[int], tricks: list[int], totals: list[int] | None = None, **more: Any) -> DirtyDogLine:
    """A hand dealt by seat 0, from totals before it."""
    before = totals or [0] * len(bids)
    sheet = fold(len(bids), plan=(sum(tricks),), opening=seats(before), full_deck_hand=True)
    return scored(sheet, bids, tricks, **more)


def ending_at(*totals: int) -> DirtyDogLine:
    """A hand after which the totals are these: everybody but the last misses, the last makes a bid of 1."""
    bids, tricks = [0] * len(totals), [0] * len(totals)
    bids[-1], tricks[-1] = 2, 2
    return line(bids, [1, *tricks[1:]], [totals[0] + 1, *(total - 5 for total in totals[1:-1]), totals[-1] - 7])


def after(forms: list[int], bids: list[int], tricks: list[int]) -> DirtyDogLine:
    """A hand of players with made and missed bids behind them (the newest last, a 1 for a miss, a 1 before all)."""
    sheet = fold(len(bids), plan=(sum(tricks),))
    return scored(replace(sheet, forms=seats(forms)), bids, tricks)


def called(found: DirtyDogLine, term: str) -> list[CallOut]:
    """The call-outs of one term."""
    return [call for call in found.callouts if call.term == term]


def who(found: DirtyDogLine, term: str) -> tuple[int, ...]:
    """Whom a term names; nobody where it is not called."""
    return next((call.seats for call in called(found, term)), ())


def said(found: DirtyDogLine, term: str) -> list[str]:
    """The sentences of a term."""
    return [spell(sentence(call, found), NAMES) for call in called(found, term)]


@pytest.mark.parametrize(
    ("cards", "total", "term"),
    [
        (1, 0, "floater"),
        (1, 2, "overbid"),
        (5, 3, "float-age"),
        (5, 0, "float-age"),
        (5, 4, "floater"),
        (5, 6, "overbid"),
        (5, 5, None),
    ],
)
def test_all_bids_together_have_one_name(cards: int, total: int, term: str | None) -> None:
    assert bid_term(cards, total) == term


@pytest.mark.parametrize(
    ("bids", "term", "words"),
    [
        ([0, 0, 0], "floater", "0 bid, 1 card"),
        ([1, 0, 1], "overbid", "2 bid, 1 card"),
    ],
)
def test_the_bid_total_is_called(bids: list[int], term: str, words: str) -> None:
    found = line(bids, [1, 0, 0])
    assert called(found, term) == [CallOut(term)]
    assert said(found, term) == [words]
    names = {call.term for call in found.callouts}
    assert len(names & {"overbid", "floater", "float-age"}) == 1


def test_a_float_age_is_two_or_more_short() -> None:
    found = line([0, 0, 0], [2, 0, 0])
    assert said(found, "float-age") == ["0 bid, 2 cards"]


@pytest.mark.parametrize(
    ("form", "miss", "called_"),
    [
        (0b1, False, True),
        (0b1_000, False, True),
        (0b1_000, True, False),
        (0b1_100, False, False),
        (0b1_1, False, False),
    ],
)
def test_a_clean_run_lasts_until_the_first_miss(form: int, miss: bool, called_: bool) -> None:
    found = after([1, form, 1], [0, int(miss), 0], [2, 0, 0])
    assert (1 in who(found, "clean-run")) == called_
    assert 0 not in who(found, "clean-run")


def test_a_clean_run_counts_its_bids() -> None:
    found = after([1, 0b1_00, 1], [0, 0, 0], [2, 0, 0])
    assert said(found, "clean-run") == ["Bo: all 3 bids made; Cy: the first bid made"]


@pytest.mark.parametrize(
    ("form", "miss", "knob"),
    [
        (0b1, True, None),
        (0b1_11, True, None),
        (0b1_111, False, 3),
        (0b1_111, True, 4),
        (0b1_110, True, 3),
        (0b1_101, True, 3),
        (0b1_011, True, 3),
        (0b1_001, True, None),
        (0b1_110, False, None),
        (0b1_1111_0011, True, 3),
        (0b1_1111_1100, False, None),
        (0b1_0000_0111, False, 3),
        (0b1_1011, True, 3),
    ],
)
def test_a_door_knob_is_set_in_three_of_the_last_four(form: int, miss: bool, knob: int | None) -> None:
    found = after([1, form, 1], [0, int(miss), 0], [2, 0, 0])
    assert who(found, "door-knob") == ((1,) if knob else ())
    words = "all" if knob == 4 else str(knob)
    assert said(found, "door-knob") == ([f"Bo: set in {words} of the last 4 hands"] if knob else [])


def test_what_is_true_of_several_is_said_once() -> None:
    found = after([0b1_110, 0b1_110, 1], [0, 1, 0], [2, 0, 0])
    assert said(found, "door-knob") == ["Ann and Bo: set in 3 of the last 4 hands"]
    found = after([0b1_110, 0b1_111, 1], [0, 1, 0], [2, 0, 0])
    assert said(found, "door-knob") == ["Ann: set in 3 of the last 4 hands; Bo: set in all of the last 4 hands"]


@pytest.mark.parametrize(
    ("form", "hands", "count"), [(0b1, 4, 0), (0b1_1, 4, 1), (0b1_1111, 4, 4), (0b1_0001, 3, 1), (0b11_1000, 4, 1)]
)
def test_misses_are_counted_over_hands_played(form: int, hands: int, count: int) -> None:
    assert misses(form, hands) == count


def test_a_dog_pile_is_counted_for_each() -> None:
    found = line([0, 0, 1, 0], [1, 2, 0, 0])
    assert called(found, "dog-pile") == [CallOut("dog-pile", (0,), 1), CallOut("dog-pile", (1,), 2)]
    assert said(found, "dog-pile") == ["Ann bid nothing and took 1", "Bo bid nothing and took 2"]


@pytest.mark.parametrize(
    ("totals", "box", "words"),
    [
        ((3, 8, 9), (2,), "Cy leads with 9"),
        ((3, 9, 9), (1, 2), "Bo and Cy lead with 9"),
        ((-3, -9, -9), (0,), "Ann leads with −3"),
    ],
)
def test_the_highest_total_is_in_the_box(totals: tuple[int, ...], box: tuple[int, ...], words: str) -> None:
    found = ending_at(*totals)
    assert tuple(found.totals.values()) == totals
    assert (who(found, "in-the-box"), said(found, "in-the-box")) == (box, [words])


@pytest.mark.parametrize(
    ("totals", "spoons", "words"),
    [
        ((0, 0, 30), (0, 1), "Ann and Bo, level at the bottom"),
        ((0, 1, 30), (0, 1), "Ann and Bo, 1 point apart at the bottom"),
        ((2, 0, 30), (0, 1), "Ann and Bo, 2 points apart at the bottom"),
        ((3, 0, 30), (), None),
        ((-7, -9, -8), (0, 1, 2), "Ann, Bo and Cy, 2 points apart at the bottom"),
        ((0, 2, 3), (0, 1), "Ann and Bo, 2 points apart at the bottom"),
    ],
)
def test_spooning_is_two_points_from_the_bottom(
    totals: tuple[int, ...], spoons: tuple[int, ...], words: str | None
) -> None:
    found = ending_at(*totals)
    assert (who(found, "spooning"), said(found, "spooning")) == (spoons, [words] if words else [])


@pytest.mark.parametrize(
    ("totals", "near"),
    [
        ((0, 4, 11), ()),
        ((0, 5, 10), (1, 2)),
        ((0, 11, 10), (2,)),
        ((6, 0, 4), (0,)),
        ((-9, -4, 0), (1, 2)),
        ((0, 0, 7), (2,)),
    ],
)
def test_a_proximity_alert_is_five_to_ten_from_the_bottom(totals: tuple[int, ...], near: tuple[int, ...]) -> None:
    assert who(ending_at(*totals), "proximity-alert") == near


def test_a_proximity_alert_says_how_near() -> None:
    assert said(ending_at(-2, 4, 6), "proximity-alert") == ["Bo 6 off the floor; Cy 8 off the floor"]


@pytest.mark.parametrize(
    ("totals", "buddies"),
    [
        ((0, 0, 10, 10), (0, 1)),
        ((0, 0, 9, 9), ()),
        ((0, 3, 13, 40), (0, 1)),
        ((0, 3, 40), ()),
        ((0, 1, 2, 20, 21, 22), (0, 1, 2)),
        ((0, 1, 12, 13, 24, 25), (0, 1)),
        ((0, 1, 12, 23, 24, 25), (0, 1)),
        ((0, 1, 12, 24, 25, 26), (0, 1, 2)),
        ((0, 20, 21, 22), ()),
        ((0, 1, 2, 3, 30), ()),
        ((30, 0, 40, 0, 41), (1, 3)),
    ],
)
def test_bottom_buddies_have_a_gap_above_them(totals: tuple[int, ...], buddies: tuple[int, ...]) -> None:
    assert who(ending_at(*totals), "bottom-buddies") == buddies


def test_bottom_buddies_say_the_gap() -> None:
    assert said(ending_at(3, 0, 14, 40), "bottom-buddies") == ["Ann and Bo, 11 points below everybody else"]


@pytest.mark.parametrize(
    ("bids", "tricks", "sbr"),
    [
        ([0, 1, 1, 2], [1, 2, 1, 1], (0,)),
        ([2, 1, 1, 2], [1, 2, 1, 1], (0,)),
        ([2, 1, 1, 2], [2, 1, 1, 1], ()),
        ([2, 1, 1, 2], [0, 3, 1, 1], ()),
        ([1, 2, 2, 2], [0, 2, 2, 1], ()),
        ([1, 2, 2, 1], [0, 2, 2, 1], (0,)),
    ],
)
def test_sbr_is_taking_what_the_rule_would_not_allow(bids: list[int], tricks: list[int], sbr: tuple[int, ...]) -> None:
    assert who(line(bids, tricks), "sbr") == sbr


def test_sbr_says_what_was_taken() -> None:
    found = line([2, 1, 1, 2], [1, 2, 1, 1])
    assert said(found, "sbr") == ["Ann took 1, the bid The Rule would not allow"]


@pytest.mark.parametrize(
    ("before", "pairs"),
    [
        ([0, 0, 0], []),
        ([1, 0, 0], [(0, 1), (0, 2)]),
        ([9, 0, 0], []),
        ([6, 0, 0], [(0, 1)]),
        ([5, 0, 0], [(0, 1), (0, 2)]),
        ([0, 4, 5], [(2, 1)]),
        ([0, 4, 6], []),
        ([1, -6, -5], [(0, 1), (2, 1)]),
    ],
)
def test_easy_chico_is_said_to_who_passes(before: list[int], pairs: list[tuple[int, int]]) -> None:
    found = line([0, 2, 0], [1, 2, 0], before)  # -1, +7, +5
    assert [call.seats for call in called(found, "easy-chico")] == pairs


def test_easy_chico_names_both() -> None:
    assert said(line([0, 2, 0], [1, 2, 0], [0, 4, 5]), "easy-chico") == ["Bo passes Cy"]


def test_no_trump_says_why() -> None:
    assert said(line([0, 0, 0], [1, 0, 0], flip="AS"), "no-trump") == ["An ace turned up"]
    assert said(line([0, 0, 0, 0], [13, 0, 0, 0]), "no-trump") == ["The whole deck is dealt"]


def test_call_outs_come_in_the_glossarys_order() -> None:
    found = line([0, 2, 0], [1, 2, 0], [0, 4, 5], flip="AS")
    assert [call.term for call in found.callouts] == [
        "clean-run",
        "dog-pile",
        "floater",
        "in-the-box",
        "sbr",
        "easy-chico",
        "no-trump",
    ]


def test_every_call_out_has_a_label_in_the_clubs_words() -> None:
    assert [label(term) for term in ("door-knob", "float-age", "sbr", "you-cannot-bid-one")] == [
        "Door Knob",
        "Float ’age",
        "SBR",
        "You cannot bid one",
    ]


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ((1,), "Bo, second and therefore first of the losers"),
        ((1, 2), "Bo and Cy, second and therefore first of the losers"),
    ],
)
def test_the_first_place_loser_is_called_at_the_end(second: tuple[int, ...], words: str) -> None:
    found = ending_at(0, 5, 9)
    assert spell(sentence(CallOut("first-place-loser", second), found), NAMES) == words


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
