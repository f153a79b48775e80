"""Errors of a record of Top Dog: code, sentence, and where it points."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.records import error_json, played
from tests.scoring.top_dog.rounds import named, record

DUMMY = {"dummy": True}
OVER = [named(13, 0)] * 4


@pytest.mark.parametrize(
    ("document", "code", "message", "where"),
    [
        (record(1), "players", "Top Dog is for 2 to 4 players, one suit each: there is 1.", {"field": "players"}),
        (
            record(4) | {"players": ["A", "B", "C", "D", "E"]},
            "players",
            "Top Dog is for 2 to 4 players, one suit each: there are 5.",
            {"field": "players"},
        ),
        (record() | {"players": 3}, "players", "“players” needs a list, not a whole number.", {"field": "players"}),
        (
            record() | {"players": ["Ann", "Ann"]},
            "duplicate-player",
            "Ann already sits at the table: give two players of one name something to tell them apart.",
            {"player": "Ann", "field": "players"},
        ),
        (
            record(**DUMMY) | {"players": ["Ann", "dummy"]},
            "duplicate-player",
            "The dummy’s hands stand under “dummy” in a record: write the player of that name another way.",
            {"player": "dummy", "field": "players"},
        ),
        (
            record(3, named(6, 4, 2)),
            "hands-sum",
            "The hands add up to 12, but 13 were played: place 1 more, or say that the last hand was tied.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(6, 4, 3), named(6, 4, 0)),
            "hands-sum",
            "The hands add up to 10 instead of 13: place 3 more, or note why they are missing.",
            {"round": 2, "field": "won"},
        ),
        (
            record(3, named(6, 4, 1, last_hand_tied=True)),
            "hands-sum",
            "The hands add up to 11 instead of 12: place 1 more, or note why they are missing.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(6, 4, 3, last_hand_tied=True)),
            "hands-sum",
            "The hands add up to 13, but with the last hand tied only 12 count: take 1 away.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(6, 6, 3)),
            "hands-sum",
            "The hands add up to 15, but only 13 were played: take 2 away.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(6, 6, 3, note="So many.")),
            "hands-sum",
            "The hands add up to 15, but only 13 were played: take 2 away.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(6, 4, 2, note="  ")),
            "hands-sum",
            "The hands add up to 12, but 13 were played: place 1 more, or say that the last hand was tied.",
            {"round": 1, "field": "won"},
        ),
        (
            record(2, named(13, 12), suits=2),
            "hands-sum",
            "The hands add up to 25, but 26 were played: place 1 more, or say that the last hand was tied.",
            {"round": 1, "field": "won"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 12, "Bo": 12}}),
            "hands-sum",
            "The hands add up to 12, but 13 were played: place 1 more, or say that the last hand was tied.",
            {"round": 1, "field": "cards_taken"},
        ),
        (
            record(2, {"won": {"Ann": 6, "Bo": 4, "dummy": 2}}, **DUMMY),
            "hands-sum",
            "The hands add up to 12, but 13 were played: place 1 more, or say that the last hand was tied.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(-1, 7, 7)),
            "negative",
            "Ann cannot have won −1: write 0 for none.",
            {"round": 1, "player": "Ann", "field": "won"},
        ),
        (
            record(2, {"won": {"Ann": 7, "Bo": 7, "dummy": -1}}, **DUMMY),
            "negative",
            "The dummy cannot have won −1: write 0 for none.",
            {"round": 1, "field": "won"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 28, "Bo": -2}}),
            "negative",
            "Bo cannot have taken −2: write 0 for none.",
            {"round": 1, "player": "Bo", "field": "cards_taken"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 12, "Bo": 12, "dummy": -3}}, **DUMMY),
            "negative",
            "The dummy cannot have taken −3: write 0 for none.",
            {"round": 1, "field": "cards_taken"},
        ),
        (
            record(3, {"cards_taken": {"Ann": 19, "Bo": 12, "Cy": 9}}),
            "cards-taken",
            "Ann cannot have taken 19 cards: each hand brings 3, so count again, 18 or 21.",
            {"round": 1, "player": "Ann", "field": "cards_taken"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 1, "Bo": 25}}),
            "cards-taken",
            "Ann cannot have taken 1 card: each hand brings 2, so count again, 0 or 2.",
            {"round": 1, "player": "Ann", "field": "cards_taken"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 12, "Bo": 12, "dummy": 13}}, **DUMMY),
            "cards-taken",
            "The dummy cannot have taken 13 cards: each hand brings 3, so count again, 12 or 15.",
            {"round": 1, "field": "cards_taken"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 1.5, "Bo": 25}}),
            "cards-taken",
            "Ann: “cards_taken” needs a whole number, not a decimal number.",
            {"round": 1, "player": "Ann", "field": "cards_taken"},
        ),
        (
            record(2, named(7, True)),
            "malformed",
            "Bo: “won” needs a whole number, not true or false.",
            {"round": 1, "player": "Bo", "field": "won"},
        ),
        (
            record(2, {}),
            "malformed",
            "A round needs either the hands everybody won or the cards everybody took, one of the two.",
            {"round": 1, "field": "won"},
        ),
        (
            record(2, named(7, 6, cards_taken={"Ann": 14, "Bo": 12})),
            "malformed",
            "A round needs either the hands everybody won or the cards everybody took, one of the two.",
            {"round": 1, "field": "won"},
        ),
        (
            record(3, named(6, 7)),
            "malformed",
            "How many hands did Cy win? Write 0 for none.",
            {"round": 1, "player": "Cy", "field": "won"},
        ),
        (
            record(3, {"cards_taken": {"Ann": 39, "Cy": 0}}),
            "malformed",
            "How many cards did Bo take? Write 0 for none.",
            {"round": 1, "player": "Bo", "field": "cards_taken"},
        ),
        (
            record(2, named(6, 7), **DUMMY),
            "malformed",
            "How many hands did the dummy win? Write 0 for none.",
            {"round": 1, "field": "won"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 18, "Bo": 21}}, **DUMMY),
            "malformed",
            "How many cards did the dummy take? Write 0 for none.",
            {"round": 1, "field": "cards_taken"},
        ),
        (
            record(2, named(6, 7, note="x" * 201)),
            "malformed",
            "“note” needs text of at most 200.",
            {"round": 1, "field": "note"},
        ),
        (
            record(2, {"won": {"Ann": 6, "Bo": 4, "dummy": 3}}),
            "unknown-player",
            "dummy is not among the players: check how the name is spelt.",
            {"round": 1, "player": "dummy", "field": "won"},
        ),
        (
            record(2, {"cards_taken": {"Ann": 6, "Zoe": 4}}),
            "unknown-player",
            "Zoe is not among the players: check how the name is spelt.",
            {"round": 1, "player": "Zoe", "field": "cards_taken"},
        ),
        (
            record(2, *OVER),
            "round-after-end",
            "The match is over: Ann has won, and no round can be added.",
            {"round": 4},
        ),
        (record(2) | {"bones": 3}, "unknown-key", None, {"field": "bones"}),
        (record(2, dealer="Ann"), "unknown-key", None, {"field": "dealer"}),
    ],
)
def test_a_record_says_what_is_wrong_and_what_to_do(
    document: dict[str, Any], code: str, message: str | None, where: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as error:
        played(document)
    found = error_json(error.value)["error"]
    said = found.pop("message")
    assert found == {"code": code, **where}
    assert message in (None, said)
