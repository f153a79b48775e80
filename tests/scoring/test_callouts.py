"""The call-outs of Dirty Dog: DD-G01 to DD-G20, HR-DD-13."""

import pytest
from msgspec.structs import asdict

from scoring.base import CallOut, with_names
from scoring.dirty_dog import DirtyDogLine
from scoring.dirty_dog.callouts import RULES, bid_term, misses, of
from scoring.dirty_dog.house_rules import Agreed, Made, Missed, Scoring, counts_tricks
from scoring.dirty_dog.terms import label, sentence
from tests.scoring.hands_called import after, called, ending_at, line, sentences_of, who
from tests.scoring.tables import NAMES


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
    assert sentences_of(found, term) == [words]
    names = {call.term for call in found.callouts}
    assert len(names & {"overbid", "floater", "float-age"}) == 1


def test_a_float_age_is_two_or_more_short() -> None:
    found = line([0, 0, 0], [2, 0, 0])
    assert sentences_of(found, "float-age") == ["0 bid, 2 cards"]


@pytest.mark.parametrize(
    ("form", "miss", "called_"),
    [
        (0b1_000, False, True),
        (0b1_000, True, False),
        (0b1_100, False, False),
        (0b1_1, False, False),
    ],
)
def test_a_clean_run_lasts_until_the_first_miss(form: int, miss: bool, called_: bool) -> None:
    found = after([0b1_000, form, 0b1_000], [0, int(miss), 0], [2, 0, 0])
    assert (1 in who(found, "clean-run")) == called_
    assert 0 not in who(found, "clean-run")


def test_a_clean_run_counts_its_bids() -> None:
    found = after([1, 0b1, 1], [0, 0, 0], [2, 0, 0])
    assert sentences_of(found, "clean-run") == ["Bo and Cy: the first bid made"]
    found = after([0b1_00, 0b1_00, 0b1_00], [0, 0, 0], [2, 0, 0])
    assert sentences_of(found, "clean-run") == ["Bo and Cy: all 3 bids made"]


def test_a_latecomer_has_no_clean_run() -> None:
    found = after([0b1_00, 0b1_0, 0b1_00], [1, 0, 0], [2, 0, 0])
    assert who(found, "clean-run") == (2,)


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
    assert sentences_of(found, "door-knob") == ([f"Bo: set in {words} of the last 4 hands"] if knob else [])


def test_what_is_true_of_several_is_said_once() -> None:
    found = after([0b1_110, 0b1_110, 1], [0, 1, 0], [2, 0, 0])
    assert sentences_of(found, "door-knob") == ["Ann and Bo: set in 3 of the last 4 hands"]
    found = after([0b1_110, 0b1_111, 1], [0, 1, 0], [2, 0, 0])
    assert sentences_of(found, "door-knob") == ["Ann: set in 3 of the last 4 hands; Bo: set in all of the last 4 hands"]


@pytest.mark.parametrize(
    ("form", "hands", "count"), [(0b1, 4, 0), (0b1_1, 4, 1), (0b1_1111, 4, 4), (0b1_0001, 3, 1), (0b11_1000, 4, 1)]
)
def test_misses_are_counted_over_hands_played(form: int, hands: int, count: int) -> None:
    assert misses(form, hands) == count


def test_a_dog_pile_is_counted_for_each() -> None:
    found = line([0, 0, 1, 0], [1, 2, 0, 0])
    assert called(found, "dog-pile") == [CallOut("dog-pile", (0,), 1), CallOut("dog-pile", (1,), 2)]
    assert sentences_of(found, "dog-pile") == ["Ann bid nothing and took 1", "Bo bid nothing and took 2"]


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
    assert (who(found, "in-the-box"), sentences_of(found, "in-the-box")) == (box, [words])


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
    assert (who(found, "spooning"), sentences_of(found, "spooning")) == (spoons, [words] if words else [])


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


NEAR = {"spooning": (0, 1, 40), "proximity-alert": (0, 7, 40), "bottom-buddies": (0, 0, 20, 20)}


@pytest.mark.parametrize(
    ("scoring", "is_said"),
    [
        ("dirty-dog", True),
        ("ten-plus", True),
        ("ten-keep", True),
        ("squares", False),
        ("twenty-ten", False),
        (Scoring(Made(5, 2)), False),
        (Scoring(missed=Missed("difference", 5)), False),
        (Scoring(missed=Missed("nothing", 5)), True),
    ],
)
@pytest.mark.parametrize("term", NEAR)
def test_a_few_points_are_near_where_a_trick_is_worth_one(term: str, scoring: Agreed, is_said: bool) -> None:
    found = ending_at(*NEAR[term])
    by_these = type(found)(**{**asdict(found), "counts_tricks": counts_tricks(scoring)})
    assert bool(who(by_these, term)) == is_said


def test_a_proximity_alert_says_how_near() -> None:
    assert sentences_of(ending_at(-2, 4, 6), "proximity-alert") == ["Bo 6 off the floor; Cy 8 off the floor"]


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
    assert sentences_of(ending_at(3, 0, 14, 40), "bottom-buddies") == ["Ann and Bo, 11 points below everybody else"]


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
    assert sentences_of(found, "sbr") == ["Ann took 1, the bid The Rule would not allow"]


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
def test_easy_chico_is_said_by_who_is_passed(before: list[int], pairs: list[tuple[int, int]]) -> None:
    found = line([0, 2, 0], [1, 2, 0], before)  # -1, +7, +5
    assert [call.seats for call in called(found, "easy-chico")] == pairs


def test_easy_chico_names_both() -> None:
    assert sentences_of(line([0, 2, 0], [1, 2, 0], [0, 4, 5]), "easy-chico") == ["Cy, passed by Bo"]


def test_no_trump_says_why() -> None:
    assert sentences_of(line([0, 0, 0], [1, 0, 0], flip="AS"), "no-trump") == ["An ace turned up"]
    assert sentences_of(line([0, 0, 0, 0], [13, 0, 0, 0]), "no-trump") == ["The whole deck is dealt"]


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


@pytest.mark.parametrize(
    "found",
    [
        line([0, 1, 1], [1, 0, 0], [9, 3, 3]),
        line([0, 0, 0], [2, 0, 0]),
        ending_at(0, 5, 9),
        after([0b1_111] * 3, [0, 0, 0], [0, 1, 0]),
    ],
)
def test_some_terms_are_those_of_all_call_outs(found: DirtyDogLine) -> None:
    assert found.callouts
    for terms in RULES.values():
        assert list(of(found, terms)) == [call for call in found.callouts if call.term in terms]
    assert of(found, [term for terms in RULES.values() for term in terms]) == found.callouts
    assert of(found, ()) == ()


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
    assert with_names(sentence(CallOut("first-place-loser", second), found), NAMES) == words
