"""The rules page has every rule once, and its worked rounds score as it says."""

import re
from pathlib import Path

import pytest

from tests.scoring.top_dog.rounds import fold, totals, won

PAGE = (Path(__file__).parents[3] / "docs" / "at-the-table" / "rules" / "top-dog.md").read_text("utf-8")
ROW = re.compile(r"^\| (\w+) \| (\d+) \| ?(-?\d*) ?\|$", re.MULTILINE)
WORKED = {part.partition("\n")[0]: ROW.findall(part) for part in PAGE.partition("## Worked")[2].split("### ")[1:]}


@pytest.mark.parametrize("title", WORKED)
def test_a_worked_round_scores_as_it_says(title: str) -> None:
    people = [(int(hands), int(points)) for name, hands, points in WORKED[title] if name != "Dummy"]
    dummy = next((int(hands) for name, hands, _ in WORKED[title] if name == "Dummy"), None)
    hands = [count for count, _ in people]
    suits = 2 if sum(hands) > 13 else 1
    options = {"dummy_scoring": "replace"} if title.startswith("Only") else {}
    entry = won(*hands, dummy=dummy, tied=(sum(hands) + (dummy or 0)) % 13 != 0)
    assert totals(fold(len(hands), entry, dummy=dummy is not None, suits=suits, **options)) == [
        points for _, points in people
    ]


def test_there_are_worked_rounds() -> None:
    assert len(WORKED) == 5
    assert all(len(rows) > 1 for rows in WORKED.values())


def test_every_rule_has_its_number_once() -> None:
    assert sorted(re.findall(r"^### TD-(\d+) ", PAGE, re.MULTILINE)) == [f"{number:02}" for number in range(1, 27)]


def test_every_house_rule_is_told() -> None:
    assert set(re.findall(r"^> HR-TD-(\d+):", PAGE, re.MULTILINE)) == {"01", "02", "04", "05", "06", "07", "08"}
