"""Sheets computed from records, exactly as the record format describes them."""

import json

import pytest

from scoring import ENGINES, engine
from scoring.dirty_dog import (
    DIRTY_DOG,
    Options,
)
from scoring.records import (
    played,
    read,
    score,
    score_lines,
    score_text,
    to_record,
)
from tests.scoring.tables import NAMES, fold, hand, record

EXAMPLE = record(
    5,
    {
        "flip": "7H",
        "bids": {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 1},
        "tricks": {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 0},
    },
    {"bids": {"Cy": 1, "Di": 0, "Ed": 0, "Ann": 0}},
)


def test_the_example_of_the_record_format() -> None:
    sheet = score(EXAMPLE)
    assert sheet["totals"] == {"Bo": 5, "Cy": 6, "Di": 5, "Ed": 5, "Ann": -1}
    assert sheet["next"] == {
        "number": 2,
        "cards": 2,
        "dealer": "Bo",
        "order": ["Cy", "Di", "Ed", "Ann", "Bo"],
        "to_bid": "Bo",
        "bid_total": 1,
        "barred": 1,
        "legal": [0, 2],
    }
    assert sheet["rounds"] == [
        {
            "number": 1,
            "points": {"Ann": -1, "Bo": 5, "Cy": 6, "Di": 5, "Ed": 5},
            "totals": {"Ann": -1, "Bo": 5, "Cy": 6, "Di": 5, "Ed": 5},
            "leaders": ["Cy"],
            "bottom": ["Ann"],
            "callouts": [
                {"term": "clean-run", "players": ["Bo", "Cy", "Di", "Ed"]},
                {"term": "overbid", "players": []},
                {"term": "in-the-box", "players": ["Cy"]},
                {"term": "proximity-alert", "players": ["Bo", "Cy", "Di", "Ed"]},
                {"term": "sbr", "players": ["Ann"]},
            ],
            "cards": 1,
            "dealer": "Ann",
            "order": ["Bo", "Cy", "Di", "Ed", "Ann"],
            "trump": "hearts",
            "bids": {"Ann": 1, "Bo": 0, "Cy": 1, "Di": 0, "Ed": 0},
            "tricks": {"Ann": 0, "Bo": 0, "Cy": 1, "Di": 0, "Ed": 0},
            "made": {"Ann": False, "Bo": True, "Cy": True, "Di": True, "Ed": True},
            "bid_total": 2,
            "barred": 0,
        }
    ]
    assert sheet["ranking"] == [
        {"place": 1, "players": ["Cy"], "points": 6},
        {"place": 2, "players": ["Bo", "Di", "Ed"], "points": 5},
        {"place": 5, "players": ["Ann"], "points": -1},
    ]
    assert sheet["plan"]["cards"] == [*range(1, 11), *range(10, 0, -1)]
    assert sheet["plan"]["dealers"] == ["Ann", "Bo", "Cy", "Di", "Ed"] * 4
    assert sheet["plan"]["first_bidders"] == ["Bo", "Cy", "Di", "Ed", "Ann"] * 4
    assert (sheet["plan"]["max_cards"], sheet["plan"]["max_hands"], sheet["plan"]["hands"]) == (10, 2, 20)
    assert sheet["outlook"]["Ann"] == {"best": 203, "worst": -110, "can_win": True, "can_lose": True}
    assert (sheet["game"], sheet["players"]) == ("dirty-dog", ["Ann", "Bo", "Cy", "Di", "Ed"])
    assert (sheet["finished"], sheet["winners"], sheet["losers"]) == (False, [], [])
    assert (sheet["needs"], sheet["warnings"]) == ([], [])
    assert "first_place_losers" not in sheet


def test_the_next_tricks() -> None:
    bids = {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 1}
    assert score(record(5, {"bids": bids}))["next"] == {
        "number": 1,
        "cards": 1,
        "dealer": "Ann",
        "order": ["Bo", "Cy", "Di", "Ed", "Ann"],
        "bids": bids,
        "tricks_left": 1,
    }


def test_a_finished_sheet() -> None:
    sheet = score(record(3, hand([0, 1, 1], [0, 1, 0]), plan=[1]))
    assert (sheet["finished"], sheet["winners"], sheet["losers"]) == (True, ["Bo"], ["Cy"])
    assert (sheet["first_place_losers"], sheet["next"], sheet["needs"]) == (["Ann"], None, [])
    assert {"term": "first-place-loser", "players": ["Ann"]} in sheet["rounds"][-1]["callouts"]
    assert "outlook" not in sheet


def test_what_is_shouted_at_the_end_stands_under_the_last_hand_that_counts() -> None:
    sheet = score(record(3, hand([0, 1, 1], [0, 1, 0]), {"void": True}, finish={"shortened": True}, plan=[1, 1]))
    assert [[call["term"] for call in found["callouts"]][-1:] for found in sheet["rounds"]] == [
        ["first-place-loser"],
        [],
    ]
    assert sheet["rounds"][1]["void"] is True
    assert "void" not in sheet["rounds"][0]
    assert sheet["rounds"][1]["made"] == {}


def test_needs_and_call_outs_carry_their_numbers() -> None:
    sheet = score(record(3, hand([0, 0, 1], [2, 0, 0]), plan=[2], opening={"Ann": 6}))
    assert {"term": "dog-pile", "players": ["Ann"], "value": 2} in sheet["rounds"][0]["callouts"]
    level = score(record(2, plan=[], opening={"Ann": 1, "Bo": 1}))
    assert level["needs"] == [{"what": "tiebreak-hand", "players": ["Ann", "Bo"], "cards": 5}]
    assert [warning["code"] for warning in level["warnings"]] == ["few-players"]
    three = score(record(3, plan=[], opening={"Ann": 1}))
    assert three["needs"] == [{"what": "card-pull", "players": ["Bo", "Cy"]}]


def test_a_latecomer_is_listed_at_the_seat() -> None:
    first = hand([0, 0, 0, 0], [0, 0, 1, 0])
    sheet = score(record(4, first, {"arrivals": [{"player": "Zoë", "after": "Bo"}]}))
    assert sheet["players"] == ["Ann", "Bo", "Zoë", "Cy", "Di"]
    assert sheet["totals"]["Zoë"] == -1
    assert sheet["next"]["order"] == ["Zoë", "Cy", "Di", "Ann", "Bo"]
    assert "Zoë" not in sheet["rounds"][0]["totals"]
    assert sheet["warnings"][-1] == {
        "code": "final-dealer",
        "message": "Cy deals the last hand, not Di at the first dealer’s right.",
        "round": 24,
    }
    end = score(record(4, first, {"arrivals": ["Zoë"]}))
    assert end["players"] == ["Ann", "Bo", "Cy", "Di", "Zoë"]


def test_names_meet_after_normalisation() -> None:
    decomposed, composed = "Nu\u0301ria", "Núria"
    sheet = score(record([decomposed, "Bo"], {"bids": {"Bo": 0, composed: 0}}))
    assert sheet["next"]["bids"] == {composed: 0, "Bo": 0}


@pytest.mark.parametrize("name", ["🐕‍🦺", "مُنى", "A" * 400, " ", "{0}", "Łukasz\u2067x", "0", "$"])
def test_any_text_is_a_name(name: str) -> None:
    sheet = score(record([name, "Bo"], {"bids": {"Bo": 0, name: 0}, "tricks": {"Bo": 1, name: 0}}))
    assert sheet["totals"] == {name: 5, "Bo": -1}


def test_the_text_of_a_record_is_answered_and_never_raises() -> None:
    assert score_text(json.dumps(EXAMPLE)) == (True, score(EXAMPLE))
    done, answer = score_text(b"{")
    assert (done, answer["error"]["code"]) == (False, "json")


def test_lines_are_answered_one_by_one() -> None:
    good = json.dumps(EXAMPLE)
    answers = list(score_lines([good, "", "oops\n", "  \n", good.encode()]))
    assert [done for done, _ in answers] == [True, False, True]
    assert answers[1][1]["error"]["code"] == "json"


def test_the_first_dealer_is_written_by_name() -> None:
    assert to_record(DIRTY_DOG, NAMES, 3, Options(first_dealer=1), [])["options"] == {"first_dealer": "Bo"}


def test_played_gives_engine_sheet_and_names() -> None:
    game, sheet, names = played(EXAMPLE)
    assert (game, names) == (DIRTY_DOG, list(NAMES[:5]))
    assert sheet.totals[2] == 6


def test_there_is_one_registry() -> None:
    assert ENGINES[0] is DIRTY_DOG
    assert engine("dirty-dog") is DIRTY_DOG
    assert (DIRTY_DOG.version, DIRTY_DOG.seats) == ("1.4", (2, 10))
    assert DIRTY_DOG.public(fold(3)) == fold(3)
    assert read(json.dumps(EXAMPLE)) == EXAMPLE
