"""Which keys a record of Dogs of War has and omits, and a match as text."""

from pathlib import Path

import pytest

from scoring.base import RuleError
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from scoring.records import from_record, score, text, to_record
from tests.scoring.dogs_of_war.pages import (
    BASTIANI,
    FOUR,
    HACKETT,
    HARLOW,
    MALLORY,
    NAMES,
    TALBOT,
    TORNBORN,
    battle,
    record,
    tally,
    year,
)
from tests.scoring.test_golden import PATHS, load, name


def test_a_final_position_tells_betrayal_by_itself() -> None:
    """DW-21 is checked by plays only, so that HR-DW-03 can be recorded with captains and tracker alone."""
    turned = battle(TALBOT, MALLORY, tracker=3, left={"Otto": 1, "Ines": 1}, right={"Otto": 1, "Percy": 0, "Ines": 0})
    given = record(year(turned))
    fought = score(given)["rounds"][0]
    assert fought["points"] == {"Otto": 1, "Ines": 1, "Percy": 0}
    assert fought["battles"][0]["betrayal"] == ["Otto"]
    again = to_record(*from_record(given))
    assert again == record(year(turned | {"betrayal": ["Otto"]}))
    assert score(again) == score(given)


def test_an_open_battle_tells_betrayal_by_itself() -> None:
    turned = battle(TALBOT, MALLORY, tracker=3, left={"Otto": 1}, right={"Otto": 1})
    assert score(record({"battles": [turned]}))["next"]["battles"][0]["betrayal"] == ["Otto"]


def test_a_year_in_progress_as_text() -> None:
    begun = battle(TALBOT, MALLORY, tracker=-4, left={"Ines": 1}, right={"Otto": 2})
    lines = text(score(record({"battles": [begun, {"houses": [BASTIANI, HACKETT]}]}))).splitlines()
    assert [line.rstrip() for line in lines[:4]] == [
        "Year  Battle              Tracker     Otto  Ines  Percy",
        "1     Talbot – Mallory    4 Mallory   1",
        "      Bastiani – Hackett  not fought",
        "                          Total       0     0     0",
    ]


def test_betrayal_in_a_log_of_plays_stands_before_the_play_that_needs_it() -> None:
    plays = [
        {"player": "Otto", "house": TALBOT, "soldier": "knight"},
        {"player": "Ines", "house": MALLORY, "soldier": "footman"},
        {"player": "Otto", "house": MALLORY, "soldier": "footman"},
    ]
    turned = {"houses": [TALBOT, MALLORY], "plays": plays, "betrayal": ["Otto"]}
    given = record({"battles": [turned, {"houses": [BASTIANI, HACKETT]}]})
    entries = from_record(given)[4]
    assert [type(entry).__name__ for entry in entries] == ["Pairing", "Play", "Play", "Betrayal", "Play"]
    assert score(to_record(*from_record(given))) == score(given)


def test_captains_gained_in_an_open_year_go_there_and_back() -> None:
    given = record({"battles": [{"houses": [TALBOT, MALLORY]}], "captains_gained": {"Ines": 2}})
    assert score(given)["next"]["captains_left"]["Ines"] == 5
    assert to_record(*from_record(given))["rounds"][0]["captains_gained"] == {"Ines": 2}


@pytest.mark.parametrize("path", [path for path in PATHS if path.parent.name == "dogs-of-war"], ids=name)
def test_every_golden_match_is_told_in_full(path: Path) -> None:
    sheet = load(path)["sheet"]
    told = text(sheet)
    assert all(f"{rank['place']}. {', '.join(rank['players'])}" in told for rank in sheet["ranking"])
    assert ("Support" in told) == bool(sheet["breakdown"])


def test_what_the_table_confirmed_and_noted_stands_in_the_record() -> None:
    """HR-DW-10, HR-DW-11."""
    ended = {"house_values": dict.fromkeys(FOUR, 3) | {TORNBORN: 3, HARLOW: 3}, "note": "a token fell"}
    found = record(finish={**ended, "tally": {name: tally(coins=70) for name in NAMES[:3]}, "confirmed": True})
    sheet = score(found)
    assert sheet["totals"] == dict.fromkeys(NAMES[:3], 41)
    assert [each["code"] for each in sheet["warnings"]] == ["house-values", "support", *["coins"] * 3]
    assert to_record(*from_record(found)) == found


def test_who_plays_which_dog_of_war_stands_in_the_record() -> None:
    """DW-02."""
    found = record(dogs={"Ines": "Stormcrow"})
    sheet = score(found)
    assert sheet["options"]["dogs"] == {"Ines": "Stormcrow"}
    assert to_record(*from_record(found)) == found
    assert "dogs" not in score(record())["options"]


@pytest.mark.parametrize(
    ("dogs", "says"),
    [
        ({"Bea": "Stormcrow"}, "Bea is not among the players: check how the name is spelt."),
        ({"Ines": ""}, "needs"),
    ],
)
def test_a_dog_of_war_has_a_player_and_a_name(dogs: dict[str, str], says: str) -> None:
    with pytest.raises(RuleError) as refused:
        score(record(dogs=dogs))
    assert says in refused.value.message


def test_there_are_no_more_dogs_than_players() -> None:
    with pytest.raises(RuleError, match="more dogs of war than players"):
        DOGS_OF_WAR.start(3, Options(dogs=("a", "b", "c", "d")))
