"""A sheet whose points are those of other rules is asked about once, with the rules that explain them (HR-DD-21)."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club
from games.models import Match
from scoring.dirty_dog.house_rules import PRESETS
from scoring.records import played, score
from tests.dogclub.exchange.imports.corpus.making import Rows, text
from tests.dogclub.exchange.imports.escalier_games import csv_of, rows
from tests.dogclub.exchange.imports.files import act, read, upload
from tests.dogclub.exchange.imports.test_pages import address, words
from tests.factory import some_players

NAMES = ("Ada", "Ben", "Cleo")
HANDS: list[dict[str, tuple[int, int]]] = [
    {"Ada": (1, 1), "Ben": (0, 0), "Cleo": (1, 0)},
    {"Ada": (2, 1), "Ben": (0, 0), "Cleo": (1, 1)},
    {"Ada": (0, 1), "Ben": (2, 2), "Cleo": (2, 0)},
]
RULED = [HANDS[0], HANDS[1] | {"Ada": (2, 2), "Cleo": (1, 0)}, HANDS[2]]  # by The Rule in every hand
IN_ALL = [HANDS[0] | {"Cleo": (0, 0)}, *HANDS[1:]]  # bids of the first hand add up to the card


def record(hands: list[dict[str, tuple[int, int]]], **options: Any) -> dict[str, Any]:
    sizes = [sum(took for _bid, took in hand.values()) for hand in hands]
    rounds = [
        {
            "bids": {name: bid for name, (bid, _) in hand.items()},
            "tricks": {name: took for name, (_, took) in hand.items()},
        }
        for hand in hands
    ]
    options = {"plan": sizes, **options}
    return {"record": 1, "game": "dirty-dog", "players": [*NAMES], "options": options, "rounds": rounds}


def sheet(hands: list[dict[str, tuple[int, int]]], kind: str, **options: Any) -> Rows:
    """Yield a sheet with a row for each player and hand; `kind` is points or totals."""
    lines: Any = played(record(hands, **options))[1].lines
    yield ["Date", "Hand", "Player", "Bid", "Tricks", "Points" if kind == "points" else "Total"]
    for number, (hand, line) in enumerate(zip(hands, lines, strict=True), 1):
        for seat, (name, (bid, took)) in enumerate(hand.items()):
            yield ["2026-03-05", number, name, bid, took, getattr(line, kind)[seat]]


@pytest.mark.parametrize("kind", ["points", "totals"])
@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "dirty-dog"])
def test_a_preset_is_proposed_and_read(preset: str, kind: str) -> None:
    content = text(sheet(RULED, kind, scoring=preset))
    (asked,), _ = read(content)
    assert [(each.asks, each.mend) for each in asked.problems] == [("0:scoring", preset)]
    (match,), _ = read(content, **{"0_scoring": preset})
    assert match.problems == [] and match.record["options"]["scoring"] == preset
    assert score(match.record)["totals"] == score(record(RULED, scoring=preset))["totals"]


def test_values_of_its_own_are_proposed_and_read() -> None:
    own = {"made": {"base": 10, "trick": 2}, "missed": {"by": "difference", "each": 3}}
    content = text(sheet(RULED, "points", scoring=own))
    (asked,), _ = read(content)
    assert [each.asks for each in asked.problems] == ["0:scoring"]
    assert "Made: 10 + 2 a trick." in str(asked.problems[0].message)
    (match,), _ = read(content, **{"0_scoring": asked.problems[0].mend})
    assert match.problems == []
    assert score(match.record)["totals"] == score(record(RULED, scoring=own))["totals"]


def test_as_written_names_each_figure_that_differs() -> None:
    content = text(sheet(RULED, "points", scoring="ten-plus"))
    (match,), _ = read(content, **{"0_scoring": "dirty-dog"})
    assert {each.asks for each in match.problems} == {""} and "but the round" in str(match.problems[0].message)


def test_a_wrong_figure_by_the_rules_as_written_is_named_as_before() -> None:
    rows = [*sheet(RULED, "points")]
    rows[3][5] = 99
    (match,), _ = read(text(rows))
    assert ["99" in str(each.message) for each in match.problems] == [True]


def test_a_club_without_the_rule_is_asked_once() -> None:
    content = text(sheet(IN_ALL, "points", the_rule="off", scoring="ten-keep"))
    (asked,), _ = read(content)
    assert [each.asks for each in asked.problems] == ["0:the-rule", "0:scoring"]
    (match,), _ = read(content, **{"0_the-rule": "off", "0_scoring": asked.problems[1].mend})
    assert match.problems == []
    assert match.record["options"] == {"plan": [1, 2, 3], "scoring": "ten-keep", "the_rule": "off"}


def test_the_page_asks_by_which_rules_and_imports_by_them(club: Club, organiser: Client) -> None:
    some_players(club, 3, NAMES)
    row = upload(organiser, club, text(sheet(RULED, "points", scoring="ten-plus")))
    page = words(organiser, address(row))
    assert "By which rules are the points of this sheet?" in page
    assert "10 + tricks, nothing for a miss" in page and "Did you mean" not in page
    response = organiser.post(f"{address(row)}format/", {"scoring": "oh-hell"})
    assert (response.status_code, "Choose one of the proposed rules." in response.content.decode()) == (422, True)
    row = act(organiser, row, "format", scoring="ten-plus")
    assert row.found["matches"][0]["problems"] == []
    act(organiser, row, "confirm")
    match = Match.objects.get()
    assert match.options["scoring"] == "ten-plus" and match.points_key
    totals = {seat.player.name: seat.total for seat in match.seats.select_related("player")}
    assert totals == score(record(RULED, scoring="ten-plus"))["totals"]


def test_a_file_that_is_no_sheet_is_asked_too(club: Club, organiser: Client) -> None:
    points = (5, 10, -5, 5, 10, -5, 5, -5, 5)
    lines = [line.removesuffix(",,") + f",{each}," for line, each in zip(rows(), points, strict=True)]
    row = upload(organiser, club, csv_of(lines), "escalier.csv")
    page = words(organiser, address(row))
    assert "By which rules are the points of this sheet?" in page and "Made: 5 + 5 a trick." in page
    row = act(organiser, row, "format", scoring="5,5,0,/greater,5,0")
    assert [each["column"] for each in row.found["matches"][0]["problems"]] == ["played_at"]
    act(organiser, row, "mend", line="1", column="played_at", value="14 March 2019")
    act(organiser, row, "answer", who="new")
    act(organiser, row, "confirm")
    match = Match.objects.get()
    assert match.points_key and sorted(match.seats.values_list("total", flat=True)) == [-5, 10, 20]
