"""The text output of `manage.py score --text`."""

import json
from typing import Any

from scoring.records import score, score_for_people, text
from tests.scoring.tables import hand, record
from tests.server import ROOT


def test_a_match_as_a_table() -> None:
    sheet = score(
        record(
            ["Ann", "Łukasz 犬", "Zoé"],
            hand([0, 1, 1], [0, 1, 0], ["Ann", "Łukasz 犬", "Zoé"], flip="7H"),
            {"void": True, "trump": "none"},
            {"departures": ["Zoé"], "bids": {"Ann": 0, "Łukasz 犬": 0}, "tricks": {"Ann": 1, "Łukasz 犬": 1}},
            plan=[1, 2, 1],
        )
    )
    assert text(sheet).splitlines() == [
        "Hand  Cards  Dealer     Trump  Ann      Łukasz 犬  Zoé       Called out",
        "1     1      Ann        ♥      0/0 5    1/1 [6]    1/0 (−1)  Clean Run: Ann, Łukasz 犬; Overbid; "
        "Proximity Alert!: Ann, Łukasz 犬",
        "2     2      Łukasz 犬  NT     void     void       void",
        "3     2      Łukasz 犬         0/1 (4)  0/1 [5]    −1        "
        "Dog Pile: Ann; Dog Pile: Łukasz 犬; Float ’age; Spooning: Ann, Łukasz 犬",
        "                        Total  4        5          −1",
        "",
        "1. Łukasz 犬: 5",
        "2. Ann: 4",
        "3. Zoé: −1",
        "Note: With fewer than four players bids are hard to place; Dirty Dog is best with 4 to 10.",
        "Note: Ann deals the last hand, not Łukasz 犬 at the first dealer’s right.",
        "Next: hand 4, 1 card, Ann deals, Łukasz 犬 bids: 0 or 1.",
    ]


def test_what_the_end_says() -> None:
    lines = text(score(record(4, hand([0, 0, 1, 1], [0, 1, 0, 0]), plan=[1]))).splitlines()
    assert lines[3:] == [
        "",
        "1. Ann: 5",
        "2. Bo, Cy, Di: −1",
        "Winner: Ann",
        "First place loser: Bo, Cy, Di",
        "Still to settle: card pull: Bo, Cy, Di",
        "Note: Ann deals the last hand, not Di at the first dealer’s right.",
    ]
    assert "First Place Loser: Bo, Cy, Di" in lines[1]
    settled = text(score(record(2, plan=[], opening={"Ann": 1}))).splitlines()
    assert "Winner: Ann" in settled
    assert "Loser: Bo" in settled


def test_a_tie_break_says_its_cards() -> None:
    assert "Still to settle: tiebreak hand with 5 cards: Ann, Bo" in text(score(record(2, plan=[])))


def test_the_next_tricks_and_the_next_bids() -> None:
    bids = {"bids": {"Bo": 0, "Ann": 1}}
    assert text(score(record(2, bids, plan=[2]))).endswith("Next: hand 1, 2 cards, Ann deals, 2 tricks to place.")
    together = text(score(record(3, {"bids": {"Cy": 1}}, plan=[2], bidding="together")))
    assert together.endswith("Next: hand 1, 2 cards, Ann deals, Bo, Ann bid together: 0, 1 or 2.")
    assert text(score(record(2, plan=[2]))).endswith("Next: hand 1, 2 cards, Ann deals, Bo bids: 0, 1 or 2.")
    forced = record(2, {"bids": {"Bo": 0}}, plan=[1])
    assert text(score(forced)).endswith("Next: hand 1, 1 card, Ann deals, Ann bids: 0.")


def test_who_came_late_has_empty_cells_before() -> None:
    lines = text(score(record(2, hand([0, 0], [1, 0]), {"arrivals": ["Cy"]}))).splitlines()
    assert lines[1].startswith("1     1      Ann            0/1 (−1)  0/0 [5]      Clean Run: Bo")


def test_a_play_off() -> None:
    event = {
        "record": 1,
        "game": "dirty-dog-playoff",
        "advance": 1,
        "groups": [{"totals": {"Ann": 9, "Bo": 5}}, {"totals": {"Cy": 4, "Di": 8}}],
        "winners_table": {"totals": {"Ann": 9, "Di": -5}},
        "losers_table": {"totals": {"Bo": 9, "Cy": -4}},
    }
    assert text(score(event)).splitlines() == [
        "Winners’ table: Ann, Di",
        "Losers’ table: Bo, Cy",
        "Winner: Ann",
        "Loser: Di",
        "The loser trophy crosses over to the winners’ table.",
    ]
    open_ = event | {"losers_table": {"totals": {"Bo": -9, "Cy": -9}}}
    assert text(score(open_)).splitlines()[-1] == "Still to settle: card pull: Bo, Cy"


def test_combining_marks_take_no_room() -> None:
    names = ["X\u0302x", "Bob"]
    lines = text(score(record(names, hand([0, 0], [1, 0], names)))).splitlines()
    assert lines[0] == "Hand  Cards  Dealer  Trump  X\u0302x        Bob      Called out"
    assert lines[1].startswith("1     1      X\u0302x             0/1 (−1)  0/0 [5]  Clean Run: Bob")


def a_golden(name: str) -> Any:
    return json.loads((ROOT / "tests" / "golden" / "dirty-dog" / f"{name}.json").read_text())["record"]


def rows_of(name: str) -> list[list[str]]:
    lines = text(score_for_people(a_golden(name))).splitlines()
    return [line.split() for line in lines if line.startswith(("tie ", "pull "))]


def test_what_settled_ties_stands_below_the_totals() -> None:
    assert rows_of("19-ties-at-both-ends")[0] == ["tie", "5", "Ann", "1/1", "+6", "1/3", "−3", "0/0", "2/1"]
    assert rows_of("18-pulled-again") == [["pull", "4C", "AS", "4H"], ["pull", "K", "10"]]
    again = rows_of("16-tie-break-repeated")
    assert [row[0] for row in again] == ["tie"] * len(again)
    assert len(again) > 1


def test_an_outcome_that_was_told_is_a_sentence() -> None:
    record = a_golden("19-ties-at-both-ends")
    record["finish"] = {"settled": [{"end": "top", "outcome": "taken", "player": "Bo"}]}
    assert text(score_for_people(record)).count("Ann and Bo were level at the top. Bo won.") == 1
    record["finish"] = {"settled": [{"end": end, "outcome": "unknown"} for end in ("top", "bottom")]}
    said = text(score_for_people(record)).splitlines()
    assert [line for line in said if "level" in line] == [
        f"Note: {names} were level at the {end}. How that was settled is not known."
        for names, end in (("Ann and Bo", "top"), ("Cy and Di", "bottom"))
    ]


def test_for_people_a_play_off_and_a_match_without_ties_are_scored_as_ever() -> None:
    for played in (a_golden("38-play-off-cut-tie"), a_golden("03-whole-match-of-five")):
        assert score_for_people(played) == score(played)


def test_a_repeated_tie_break_hand_of_two_leaves_the_others_blank() -> None:
    played = a_golden("19-ties-at-both-ends")
    level = {"bids": {"Ann": 0, "Bo": 0, "Cy": 0, "Di": 0}, "tricks": {"Ann": 0, "Bo": 0, "Cy": 2, "Di": 3}}
    again = {"bids": {"Bo": 3, "Ann": 3}, "tricks": {"Bo": 3, "Ann": 2}}
    played["finish"] = {"tiebreak_hands": [level, again]}
    last = [line for line in text(score_for_people(played)).splitlines() if line.startswith("tie ")][-1]
    assert last.split()[-4:] == ["3/2", "−3", "3/3", "+8"]
