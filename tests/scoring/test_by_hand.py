"""Points added or taken by hand, with a reason (HR-DD-21)."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.dirty_dog import DIRTY_DOG, Adjust, Bids, Join, Options, Pull, Redeal
from scoring.dirty_dog.step import possible
from scoring.records import score, text, to_record
from tests.scoring.tables import fold, played

HAND = played([0, 0, 0], [1, 0, 0])  # −1, 5, 5
NAMES = ["Bea", "Otto", "Percy"]


def test_points_by_hand_belong_to_the_hand_before() -> None:
    sheet = fold(3, *HAND, Adjust({1: -6, 0: 3}, "dealt eight cards"), plan=(1, 1))
    (line,) = sheet.lines
    assert (line.points, line.totals, sheet.totals) == ({0: 2, 1: -1, 2: 5},) + ({0: 2, 1: -1, 2: 5},) * 2
    assert (line.adjust, line.adjust_note) == ({1: -6, 0: 3}, "dealt eight cards")
    assert (line.leaders, line.bottom, sheet.lowest) == ((2,), (1,), -1)
    assert line.made == {0: False, 1: True, 2: True}
    assert fold(3, *HAND, Adjust({1: -6}, "tax"), Join(3), plan=(1, 1)).totals[3] == -1


def test_more_points_by_hand_add_up_and_nothing_is_left_of_nothing() -> None:
    twice = fold(3, *HAND, Adjust({1: -6}, "tax"), Adjust({0: 1, 1: 2}, "revoke"), plan=(1, 1))
    assert (twice.lines[0].adjust, twice.lines[0].adjust_note) == ({1: -4, 0: 1}, "tax; revoke")
    back = fold(3, *HAND, Adjust({1: -6}, "tax"), Adjust({1: 6}, "no tax"), plan=(1, 1))
    assert (back.lines[0].adjust, back.lines[0].adjust_note, back.totals[1]) == ({}, "", 5)


def test_the_end_looks_at_ties_after_points_by_hand() -> None:
    level = fold(3, *HAND, plan=(1,))
    assert level.needs[0].what == "tiebreak-hand"
    settled = fold(3, *HAND, Adjust({2: 1}, "brought the cards", end=True), plan=(1,))
    assert (settled.winners, settled.totals, settled.lines[0].totals) == ((2,), {0: -1, 1: 5, 2: 6}, level.totals)
    of_hand = fold(3, *HAND, Adjust({2: 1}, "brought the cards"), plan=(1,))
    assert (of_hand.winners, of_hand.lines[0].totals) == ((2,), settled.totals)
    assert "adjust" in possible(level)


LOW = played([0, 0, 0], [0, 1, 0])


@pytest.mark.parametrize(
    ("entries", "plan", "field", "sentence"),
    [
        ([Adjust({0: 1}, "tax")], (1,), "adjust", "No hand was played just now to add points to."),
        ([Redeal(), Adjust({0: 1}, "tax")], (1,), "adjust", "No hand was played just now to add points to."),
        (
            [*HAND, Bids({2: 0}), Adjust({0: 1}, "tax")],
            (1, 1),
            "adjust",
            "The next hand has begun: add the points to a hand before it.",
        ),
        (
            [*HAND, Adjust({0: 1}, "tax", end=True)],
            (1, 1),
            "adjust",
            "The match is not over yet: add the points to a hand.",
        ),
        ([*HAND, Adjust({5: 1}, "tax")], (1, 1), "adjust", "seat 6 did not play this hand: leave that player out."),
        (
            [*HAND, Adjust({0: 0}, "tax")],
            (1, 1),
            "adjust",
            "Bea can be given 1 to 1,000 points by hand, or lose as many.",
        ),
        ([*HAND, Adjust({0: -1001}, "tax")], (1, 1), "adjust", None),
        ([*HAND, Adjust({}, "tax")], (1, 1), "adjust", "Points by hand need a player: say who."),
        ([*HAND, Adjust({0: 1}, " ")], (1, 1), "adjust_note", "Points by hand need a reason: say why."),
        (
            [*HAND, Adjust({0: 999}, "tax"), Adjust({0: 2}, "tax")],
            (1, 1),
            "adjust",
            "Too much was added by hand here already: undo some of it first.",
        ),
        ([*HAND, Adjust({0: 1}, "t" * 300), Adjust({0: 2}, "t" * 300)], (1, 1), "adjust", None),
        (
            [*played([0, 0, 1], [0, 0, 1]), Pull({0: "4C", 1: "5C"}), Adjust({0: 1}, "tax", end=True)],
            (1,),
            "adjust",
            "Points by hand come before a tie is settled: take back how it was settled.",
        ),
    ],
)
def test_points_by_hand_that_cannot_be(
    entries: list[Any], plan: tuple[int, ...], field: str, sentence: str | None
) -> None:
    options = {"the_rule": "off", "plan": plan}
    with pytest.raises(RuleError) as refused:
        fold(3, *entries, **options)
    assert (refused.value.field, refused.value.entry) == (field, len(entries))
    assert sentence is None or refused.value.sentence(NAMES) == sentence


def record(**finish: Any) -> dict[str, Any]:
    hand = {
        "bids": {"Otto": 0, "Percy": 0, "Bea": 0},
        "tricks": {"Bea": 1, "Otto": 0, "Percy": 0},
        "adjust": {"Otto": -6},
        "adjust_note": "dealt eight cards",
    }
    return {
        "record": 1,
        "game": "dirty-dog",
        "players": NAMES,
        "options": {"plan": [1]},
        "rounds": [hand],
        "finish": finish,
    }


def test_a_record_says_them_and_so_does_the_sheet() -> None:
    sheet = score(record(adjust={"Percy": 2}, adjust_note="tax"))
    assert sheet["rounds"][0]["adjust"] == {"Otto": -6}
    assert sheet["rounds"][0]["adjust_note"] == "dealt eight cards"
    assert (sheet["adjust"], sheet["adjust_note"]) == ({"Percy": 2}, "tax")
    assert sheet["totals"] == {"Bea": -1, "Otto": -1, "Percy": 7}
    assert "±" in text(sheet)


def test_points_that_come_to_nothing_leave_no_trace_in_a_record() -> None:
    entries = [*HAND, Adjust({1: -6}, "tax"), Adjust({1: 6}, "no tax")]
    (hand,) = to_record(DIRTY_DOG, NAMES, 3, Options(plan=(1,)), entries)["rounds"]
    assert not {"adjust", "adjust_note"} & {*hand}


@pytest.mark.parametrize("finish", [{"adjust": {"Percy": 2}}, {"adjust_note": "tax"}])
def test_points_and_reason_go_together_in_a_record(finish: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as refused:
        score(record(**finish))
    assert refused.value.code == "adjust"
