"""What a record says and leaves unsaid, and a match as text."""

from pathlib import Path

import pytest

from scoring.records import from_record, score, to_record
from scoring.text import text
from tests.scoring.dogs_of_war.pages import BASTIANI, HACKETT, MALLORY, TALBOT, battle, record, year
from tests.scoring.test_golden import PATHS, load, name


def test_a_final_position_tells_betrayal_by_itself() -> None:
    """DW-21 is checked by plays only, so that HR-DW-03 can be written down with captains and tracker alone."""
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
