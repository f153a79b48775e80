"""What decided a trophy stands on paper: tie-break hands with bids and tricks, and the cards pulled."""

import json
from typing import Any

import pytest

from scoring.records import score, score_for_people
from tests.games.sheets.evening import record
from tests.games.sheets.printing import read
from tests.server import ROOT

GOLDEN = ROOT / "tests" / "golden" / "dirty-dog"


def golden(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())["record"]
    return found


@pytest.mark.parametrize(
    ("layout", "tie", "pull"),
    [
        ("rev1", "tie 5 1 1 +6 1 3 −3 0 0 2 1", "pull K♥ 9♦"),
        ("rev2", "tie 5 Ann 1 1 +6 1 3 −3 0 0 2 1 4", "pull K♥ 9♦"),
    ],
)
def test_both_sheets_print_the_tie_break_hand_and_the_cards(layout: str, tie: str, pull: str) -> None:
    played = golden("19-ties-at-both-ends")
    played["finish"]["pulls"] = [{"Cy": "KH", "Di": "9D"}]
    rows = read(score_for_people(played), layout).tables()[0]
    said = [" ".join(" ".join(cell.text for cell in row).replace(" deals", "").split()) for row in rows]
    assert [row for row in said if row.startswith(("tie", "pull"))] == [tie, pull]


def test_a_sheet_without_ties_has_no_such_row() -> None:
    assert score_for_people(record()) == score(record())


TAKEN, SHARED, UNKNOWN = {"outcome": "taken", "player": "Bo"}, {"outcome": "shared"}, {"outcome": "unknown"}


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
@pytest.mark.parametrize(
    ("outcome", "sentence", "fact"),
    [
        (
            TAKEN,
            "Ann and Bo were level at the top. Bo won.",
            {"rev1": "Winner (level) Bo, 40", "rev2": "Good Dog Cup Bo"},
        ),
        (
            SHARED,
            "Ann and Bo were level at the top and share the win.",
            {"rev1": "Winner Ann and Bo, 40", "rev2": "Good Dog Cup Ann and Bo"},
        ),
        (
            UNKNOWN,
            "Ann and Bo were level at the top. How that was settled is not known.",
            dict.fromkeys(("rev1", "rev2"), "Result Not known"),
        ),
    ],
)
def test_an_outcome_that_was_told_is_printed_in_words(
    layout: str, outcome: dict[str, str], sentence: str, fact: dict[str, str]
) -> None:
    played = golden("19-ties-at-both-ends")
    bottom = UNKNOWN if outcome is UNKNOWN else {"outcome": "taken", "player": "Cy"}
    played["finish"] = {"settled": [{"end": "top", **outcome}, {"end": "bottom", **bottom}]}
    said = " ".join(" ".join(read(score_for_people(played), layout).said.values()).split())
    assert sentence in said and fact[layout] in said
    assert "Played" not in said
