"""Reading and writing records of Top Dog, and the sheet as text."""

from typing import Any

from scoring.records import from_record, score, text, to_record
from scoring.top_dog import TOP_DOG, Options
from tests.scoring.top_dog.rounds import NAMES, cards, named, record, won


def test_a_record_is_written_as_it_was_read() -> None:
    document = record(
        2,
        {"won": {"Ann": 5, "Bo": 4, "dummy": 3}, "last_hand_tied": True},
        {"cards_taken": {"Ann": 15, "Bo": 12, "dummy": 6}, "note": "Stuck."},
        target=50,
        arranging="rotating",
        first_arranger="Bo",
        dummy=True,
        dummy_scoring="replace",
        suits=1,
    )
    again = to_record(*from_record(document))
    assert again == document | {"options": {key: value for key, value in document["options"].items() if key != "suits"}}
    assert score(again) == score(document)


def test_defaults_stay_out() -> None:
    assert to_record(TOP_DOG, NAMES, 2, Options(), [won(6, 7)]) == record(2, named(6, 7))


def test_a_player_called_dummy_is_told_apart_from_the_dummy() -> None:
    written = to_record(TOP_DOG, ["Ann", "dummy"], 2, Options(dummy=True), [won(6, 4, dummy=3)])
    assert written["rounds"] == [{"won": {"Ann": 6, "dummy (player)": 4, "dummy": 3}}]
    assert score(written)["totals"] == {"Ann": 7, "dummy (player)": 5}


def test_a_player_called_dummy_keeps_the_name_where_none_plays() -> None:
    written = to_record(TOP_DOG, ["Ann", "dummy"], 2, Options(), [cards(12, 14)])
    assert written["rounds"] == [{"cards_taken": {"Ann": 12, "dummy": 14}}]
    assert score(written)["totals"] == {"Ann": 6, "dummy": 7}


def test_the_sheet_of_a_round_is_as_the_format_has_it() -> None:
    sheet = score(record(2, named(7, 6), arranging="rotating", first_arranger="Bo"))
    assert sheet["rounds"] == [
        {
            "number": 1,
            "points": {"Ann": 7, "Bo": 6},
            "totals": {"Ann": 7, "Bo": 6},
            "leaders": ["Ann"],
            "bottom": ["Bo"],
            "callouts": [{"term": "in-the-box", "players": ["Ann"]}],
            "hands": 13,
            "arranger": "Bo",
            "won": {"Ann": 7, "Bo": 6},
            "last_hand_tied": False,
            "cycle_end": False,
        }
    ]
    assert sheet["options"] == {
        "target": 35,
        "arranging": "rotating",
        "first_arranger": "Bo",
        "dummy": False,
        "dummy_scoring": "add",
        "suits": 1,
    }
    assert sheet["next"] == {"number": 2, "hands": 13, "arranger": "Ann"}
    assert (sheet["losers"], sheet["needs"], sheet["warnings"]) == ([], [], [])


def test_the_dummy_stands_in_the_sheet_beside_the_players() -> None:
    sheet = score(record(2, {"won": {"Ann": 8, "Bo": 2, "dummy": 3}}, dummy=True))
    assert sheet["rounds"][0]["won"] == {"Ann": 8, "Bo": 2, "dummy": 3}
    assert sheet["rounds"][0]["against"] == {"Ann": 1, "Bo": -2}
    assert sheet["options"]["first_arranger"] is None


def test_text_boxes_the_top_and_circles_nobody() -> None:
    rounds = [{"won": {"Ann": 8, "Bo": 2, "dummy": 3}}, {"won": {"Ann": 5, "Bo": 0, "dummy": 8}}]
    assert text(score(record(2, *rounds, dummy=True))).splitlines() == [
        "Round  Hands  Arranges  Ann     Bo",
        "1      13               9 [9]   0 0",
        "2      13               3 [12]  −2 −2",
        "              Total     12      −2",
        "",
        "1. Ann: 12",
        "2. Bo: −2",
        "Next: round 3, 13 hands.",
    ]


def test_text_says_who_arranges_and_who_won() -> None:
    lines = text(score(record(2, named(7, 6), arranging="rotating"))).splitlines()
    assert lines[1] == "1      13     Ann       7 [7]  6 6"
    assert lines[-1] == "Next: round 2, 13 hands, Bo arranges."
    assert text(score(record(2, named(7, 6), target=7))).splitlines()[-1] == "Winner: Ann"


def test_the_suits_somebody_took_stand_in_the_record() -> None:
    """TD-04: optional, round by round."""
    found: dict[str, Any] = {"record": 1, "game": "top-dog", "players": ["Ann", "Bo"]}
    found["rounds"] = [{"won": {"Ann": 7, "Bo": 6}, "suits": {"Bo": ["hearts"]}}, {"won": {"Ann": 6, "Bo": 7}}]
    rounds = score(found)["rounds"]
    assert [each.get("suits") for each in rounds] == [{"Bo": ["hearts"]}, None]
    assert to_record(*from_record(found)) == found
