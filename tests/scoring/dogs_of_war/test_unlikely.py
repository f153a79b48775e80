"""Warnings about what is possible but unlikely: a victor without captains, and plays out of turn (HR-DW-12)."""

from typing import Any

import pytest

from scoring.dogs_of_war.sheet import out_of_turn
from scoring.records import score

NAMES = ["Ann", "Bo", "Cy"]
PAIRS = (["Talbot", "Harlow"], ["Mallory", "Tornborn"], ["Bastiani", "Hackett"])


def warned(first: dict[str, Any], *others: dict[str, Any], **year: Any) -> list[tuple[str, int, str]]:
    """The warnings of a year with this first battle; the others are level and without captains."""
    level = {"tracker": 0, "captains": {}}
    battles = [first, *others, *[level] * (2 - len(others))]
    rounds = [{"battles": [{"houses": list(pair), **each} for pair, each in zip(PAIRS, battles, strict=True)], **year}]
    sheet = score({"record": 1, "game": "dogs-of-war", "players": NAMES, "rounds": rounds})
    return [(each["code"], each["round"], each["message"]) for each in sheet["warnings"]]


def play(player: str, house: str = "Talbot") -> dict[str, str]:
    return {"player": player, "house": house, "soldier": "footman"}


@pytest.mark.parametrize("open_", [True, False])
@pytest.mark.parametrize(
    ("tracker", "captains", "code", "said"),
    [
        (15, {}, "no-captain", "at 15 for Talbot, but nobody placed a captain there"),
        (-3, {}, "no-captain", "at 3 for Harlow, but nobody placed a captain there"),
        (7, {"Harlow": {"Ann": 2}}, "other-house", "at 7 for Talbot, but the only captains stand by Harlow"),
        (7, {"Talbot": {"Ann": 0}, "Harlow": {"Bo": 1}}, "other-house", "the only captains stand by Harlow"),
    ],
)
def test_a_victor_nobody_stands_by_is_asked_about(
    tracker: int, captains: Any, code: str, said: str, open_: bool
) -> None:
    year = {"open": True} if open_ else {}
    ((found, number, words),) = warned({"tracker": tracker, "captains": captains}, **year)
    assert (found, number) == (code, 1)
    assert words.startswith("Battle of Talbot and Harlow: ")
    assert said in words


@pytest.mark.parametrize("tracker", [0, 4])
def test_a_battle_as_usual_is_not(tracker: int) -> None:
    assert warned({"tracker": tracker, "captains": {"Talbot": {"Ann": 1}}}) == []


def test_a_bare_move_alone_has_no_captain() -> None:
    plays = [{"player": "Ann", "house": "Talbot", "spaces": 2}]
    assert [code for code, _, _ in warned({"plays": plays})] == ["no-captain"]


@pytest.mark.parametrize(
    ("order", "first", "wrong"),
    [
        (["Ann", "Bo", "Cy", "Ann"], "Ann", []),
        (["Bo", "Ann", "Ann"], "Ann", ["Bo"]),
        (["Ann", "Ann", "Bo", "Cy"], "Ann", ["Ann"]),
        (["Ann", "Bo", "Ann", "Bo"], "Ann", []),  # Cy passed before playing
        (["Bo", "Cy", "Ann"], None, []),
    ],
)
def test_a_play_out_of_turn_is_asked_about(order: list[str], first: str | None, wrong: list[str]) -> None:
    year = {"first_player": first} if first else {}
    found = warned({"plays": [play(name) for name in order]}, **year)
    assert [words for _, _, words in found] == [
        f"{name} played out of turn in the battle of Talbot and Harlow. Is that right?" for name in wrong
    ]
    assert {code for code, _, _ in found} <= {"turn-order"}


def test_in_an_open_year_whoever_has_not_passed_is_waited_for() -> None:
    year = {"first_player": "Ann", "open": True}
    twice = {"plays": [play("Ann"), play("Ann")]}
    assert [code for code, _, _ in warned(twice, **year)] == ["turn-order"]
    assert warned(twice, **year, passed=["Bo", "Cy"], first_to_pass="Bo") == []


def test_plays_of_several_battles_are_fitted_together() -> None:
    other = {"plays": [play("Bo", "Mallory")]}
    assert warned({"plays": [play("Ann"), play("Cy")]}, other, first_player="Ann") == []
    assert out_of_turn([[0, 2], [1]], (0, 1, 2), first=2) != ()


def test_beside_captains_without_plays_nobody_knows_the_turns() -> None:
    other = {"tracker": 3, "captains": {"Mallory": {"Ann": 1}}}
    assert warned({"plays": [play("Bo"), play("Ann")]}, other, first_player="Ann") == []
