"""Reading and writing records of Pack o' Dogs, and sheets as JSON and text."""

import jsonschema
import pytest

from scoring.pack_o_dogs import PACK_O_DOGS, Capture, Piles, Round
from scoring.records import from_record, schema, score, text, to_record
from tests.scoring.pack_o_dogs.pages import NAMES, fold, record

EXAMPLE = record(
    {"winner": "Wilhelmina", "pack": False}, {"winner": "Otto", "pack": True}, {"winner": "Otto", "pack": True}
)


def test_the_example_of_the_record_format() -> None:
    sheet = score(EXAMPLE)
    assert list(sheet) == [
        *(
            "game",
            "players",
            "options",
            "rounds",
            "totals",
            "ranking",
            "finished",
            "winners",
            "losers",
            "needs",
            "next",
        ),
        *("warnings", "games"),
    ]
    assert sheet["totals"] == {"Wilhelmina": 1, "Otto": 6}
    assert sheet["rounds"][2] == {
        "number": 3,
        "points": {"Wilhelmina": 0, "Otto": 4},
        "totals": {"Wilhelmina": 1, "Otto": 6},
        "leaders": ["Otto"],
        "bottom": ["Wilhelmina"],
        "callouts": [{"term": "in-the-box", "players": ["Otto"]}],
        "game": 1,
        "round_in_game": 3,
        "base": 2,
        "streak": 2,
        "late": 1,
        "winner": "Otto",
        "pack": True,
        "turns": None,
        "treat": False,
    }
    assert sheet["next"] == {
        "number": 4,
        "game": 1,
        "round_in_game": 4,
        "pays": {"Wilhelmina": {"plain": 1, "pack": 2}, "Otto": {"plain": 3, "pack": 6}},
    }
    assert sheet["ranking"] == [
        {"place": 1, "players": ["Otto"], "points": 6},
        {"place": 2, "players": ["Wilhelmina"], "points": 1},
    ]


@pytest.mark.parametrize(
    "found",
    [
        record(),
        EXAMPLE,
        record({"winner": "Otto", "pack": True, "turns": 2, "treat": True}, games=3),
        record(mode="base"),
        record({"piles": {"Wilhelmina": 3, "Otto": 1}}, mode="base", games=2),
        record({"captures": [{"winner": "Otto", "pack": True, "treat": True}]}, mode="base"),
        record(
            {"captures": [{"winner": "Otto", "low_cat": True}], "piles": {"Wilhelmina": 3, "Otto": 1}},
            {"captures": [{"winner": "Wilhelmina"}]},
            mode="base",
            games=2,
        ),
    ],
)
def test_a_record_goes_there_and_back(found: dict[str, object]) -> None:
    jsonschema.validate(found, schema("pack-o-dogs"))
    assert to_record(*from_record(found)) == found


def test_entries_become_the_record_by_names() -> None:
    entries = [Capture(1), Piles({0: 2, 1: 3}), Capture(0, pack=True)]
    sheet = fold(*entries, mode="base", games=2)
    found = to_record(PACK_O_DOGS, NAMES, 2, sheet.options, entries)
    assert found["options"] == {"mode": "base", "games": 2}
    assert found["rounds"] == [
        {"captures": [{"winner": "Otto"}], "piles": {"Wilhelmina": 2, "Otto": 3}},
        {"captures": [{"winner": "Wilhelmina", "pack": True}]},
    ]
    assert to_record(PACK_O_DOGS, NAMES, 2, sheet.options, [Round(1, pack=False)])["rounds"] == [
        {"winner": "Otto", "pack": False}
    ]


def test_a_match_as_text() -> None:
    sheet = score(record(*[{"winner": "Otto", "pack": True, "turns": 2}] * 4, EXAMPLE["rounds"][0], games=2))
    lines = text(sheet).splitlines()
    assert lines[0] == "Round  Game  Sum        Wilhelmina  Otto"
    assert lines[2] == "2      1     2 × 2 × 1  0           +4 [6]"
    assert lines[-2:] == [
        "Game 1: Otto, 20 to 0.",
        "Next: game 2, round 2: Wilhelmina 2 or 4 with a pack, Otto 1 or 2 with a pack.",
    ]


def test_the_text_says_what_to_deal_and_what_decided() -> None:
    level = [
        {"winner": "Otto" if who == "a" else "Wilhelmina", "pack": how == "P"}
        for who, how in (*("a-", "a-", "a-", "b-", "bP", "a-"),)
    ]
    assert "Game 1: Otto, 9 to 9 on rounds, the points being level." in text(score(record(*level)))
    dealt = text(score(record({"winner": "Otto", "pack": True, "turns": 3, "treat": True})))
    assert dealt.endswith("Deal 3 to each and 3 to the table.")


def test_a_base_game_as_text() -> None:
    lines = text(score(record({"piles": {"Wilhelmina": 30, "Otto": 22}}, mode="base", games=2))).splitlines()
    assert lines[1] == "1      1            +30 [30]    +22 22"
    assert lines[-1] == "Next: game 2, count the piles."
