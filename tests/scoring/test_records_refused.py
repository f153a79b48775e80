"""Errors of a record: the code, and a sentence for a scorekeeper."""

from typing import Any

import pytest

from scoring import ENGINES
from scoring.base import RuleError
from scoring.records import (
    error_json,
    score,
)
from tests.scoring.tables import hand, record

KEYS = ", ".join(game.key for game in ENGINES)
FIRST = hand([0, 0, 0], [1, 0, 0])


@pytest.mark.parametrize(
    ("document", "code", "number", "player", "field"),
    [
        (record(3, hand([0, 0, 2], [1, 0, 0])), "bid-range", 1, "Cy", "bids"),
        (record(3, FIRST, hand([-1, 0, 0], [2, 0, 0])), "bid-range", 2, "Ann", "bids"),
        (record(3, hand([0, 0, 1.0], [1, 0, 0])), "bid-range", 1, "Cy", "bids"),
        (record(3, hand([0, "0", 0], [1, 0, 0])), "bid-range", 1, "Bo", "bids"),
        (record(3, hand([True, 0, 0], [1, 0, 0])), "bid-range", 1, "Ann", "bids"),
        (record(3, hand([None, 0, 0], [1, 0, 0])), "bid-range", 1, "Ann", "bids"),
        (record(3, hand([2**63, 0, 0], [1, 0, 0])), "bid-range", 1, "Ann", "bids"),
        (record(3, hand([float("nan"), 0, 0], [1, 0, 0])), "bid-range", 1, "Ann", "bids"),
        (record(3, hand([0, 0, 0], [2, 0, 0])), "tricks-range", 1, "Ann", "tricks"),
        (record(3, hand([0, 0, 0], [2, -1, 0])), "tricks-range", 1, "Ann", "tricks"),
        (record(3, FIRST, hand([0, 0, 0], [0, 1.5, 0])), "tricks-range", 2, "Bo", "tricks"),
        (record(3, hand([0, 0, 0], [2**64, 0, 0])), "tricks-range", 1, "Ann", "tricks"),
        (record(3, hand([0, 0, 0], [0, 0, 0])), "tricks-sum", 1, None, "tricks"),
        (record(3, hand([0, 0, 0], [1, 0])), "missing-tricks", 1, "Cy", "tricks"),
        (record(3, {"bids": {"Ann": 0, "Bo": 0, "Cy": 0}}, FIRST), "missing-tricks", 1, "Bo", "tricks"),
        (record(3, {"bids": {"Bo": 0, "Cy": 0}}, FIRST), "missing-bid", 1, "Ann", "bids"),
        (record(3, {}, FIRST), "missing-bid", 1, "Bo", "bids"),
        (record(3, {"arrivals": ["Di"]}, FIRST), "missing-bid", 1, "Bo", "bids"),
        (record(3, hand([0, 0], [1, 0, 0])), "missing-bid", 1, "Cy", "bids"),
        (record(3, {"tricks": {"Ann": 1, "Bo": 0, "Cy": 0}}), "missing-bid", 1, "Ann", "bids"),
        (record(3, hand([0, 0, 1], [1, 0, 0])), "the-rule", 1, "Ann", "bids"),
        (record(3, {"bids": {"Cy": 0}}), "bid-order", 1, "Bo", "bids"),
        (record(3, {"bids": {"Bo": 0, "Ann": 0}}), "bid-order", 1, "Cy", "bids"),
        (record(3, {"bids": {"Zed": 0}}), "unknown-player", 1, "Zed", "bids"),
        (record(3, hand([0, 0, 0], [1, 0, 0, 0])), "unknown-player", 1, "Di", "tricks"),
        (record(3, hand([0, 0, 0, 0], [1, 0, 0])), "unknown-player", 1, "Di", "bids"),
        (record(3, FIRST, {"departures": ["Zed"]}), "unknown-player", 2, "Zed", "departures"),
        (record(3, FIRST, {"arrivals": [{"player": "Di", "after": "Zed"}]}), "unknown-player", 2, "Zed", "arrivals"),
        (record(3, FIRST, {"departures": ["Bo", "Bo"]}), "unknown-player", 2, "Bo", "departures"),
        (
            record(3, FIRST, {"departures": ["Bo"], "bids": {"Cy": 0, "Ann": 0, "Bo": 1}}),
            "unknown-player",
            2,
            "Bo",
            "bids",
        ),
        (record(3, first_dealer="Zed"), "unknown-player", None, "Zed", "first_dealer"),
        (record(3, opening={"Zed": 1}), "unknown-player", None, "Zed", "opening"),
        (record(["Ann", "Bo", "Ann"]), "duplicate-player", None, "Ann", "players"),
        (record(["Zo\u0308e", "Zöe"]), "duplicate-player", None, "Zöe", "players"),
        (record(3, FIRST, {"arrivals": ["Bo"]}), "duplicate-player", 2, "Bo", "arrivals"),
        (record(3, FIRST, {"arrivals": ["Bo"], "departures": ["Bo"]}), "duplicate-player", 2, "Bo", "arrivals"),
        (record(3, {"bids": {"Nu\u0301": 0, "Nú": 0}}), "duplicate-player", None, "Nú", None),
        (record([]), "players", None, None, "players"),
        (record(1), "players", None, None, "players"),
        (record(11), "players", None, None, "players"),
        (record(["Ann", ""]), "players", None, None, "players"),
        (record(["Ann", 3]), "players", None, None, "players"),
        (record(["Ann", "B\0"]), "text", None, None, None),
        (record(["Ann", "B\ud800"]), "text", None, None, None),
        (record(3, max_hands=3), "plan", None, None, "max_hands"),
        (record(3, max_cards=18), "max-cards", None, None, "max_cards"),
        (record(3, max_cards="3"), "max-cards", None, None, "max_cards"),
        (record(3, plan=[1, 99]), "plan", None, None, "plan"),
        (record(3, plan=[1, 2.0]), "plan", None, None, "plan"),
        (record(3, opening={"Ann": 2**63}), "malformed", None, None, "opening"),
        (record(3, opening={"Ann": 1.5}), "malformed", None, None, "opening"),
        (record(3, FIRST, FIRST, plan=[1]), "round-after-end", 2, None, None),
        (record(3, FIRST, {}, plan=[1]), "round-after-end", 2, None, None),
        (record(3, FIRST, {"void": True}, plan=[1]), "round-after-end", 2, None, None),
        (record(3, FIRST, {"arrivals": ["Di"]}, plan=[1]), "round-after-end", 2, "Di", None),
        (record(3, {"flip": "1H"}), "card", 1, None, "flip"),
        (record(3, {"flip": 7}), "card", 1, None, "flip"),
        (record(3, {"trump": "H"}), "card", 1, None, "trump"),
        (record(3, {"trump": "clubs", "flip": "2H"}), "card", 1, None, "trump"),
        (record(3, FIRST, finish={"pulls": [{"Bo": "2C"}]}), "pull", None, None, "pulls"),
        (record(3, FIRST, finish={"pulls": [{"Bo": 2}]}), "pull", None, None, "pulls"),
        (record(3, finish={"pulls": [{"Zed": "2C"}]}), "unknown-player", None, "Zed", "pulls"),
        (record(3, FIRST, finish={"tiebreak_hands": [FIRST]}), "tiebreak", None, None, "tiebreak_hands"),
        (record(3, finish={"tiebreak_hands": [hand([9, 0, "1"], [])]}), "bid-range", None, "Cy", "bids"),
        (record(3, plan=[], finish={"tiebreak_hands": [hand([9, 0, 1], [])]}), "bid-range", None, "Ann", "bids"),
        (record(3, finish={"tiebreak_hands": [hand([0, 0, 0, 0], [])]}), "unknown-player", None, "Di", "bids"),
        (record(3, finish={"tiebreak_hands": [hand([], [0, 0, 0, 0])]}), "unknown-player", None, "Di", "tricks"),
        (record(["7", "Bo"], {"bids": {"7": "1"}}), "bid-range", 1, "7", "bids"),
        (record(3, hand([b"1", 0, 0], [1, 0, 0])), "bid-range", 1, "Ann", "bids"),
        (record(3, finish={"departed": ["Zed"]}), "unknown-player", None, "Zed", "departures"),
        (record(3, finish={"shortened": True}), "shortened", None, None, None),
        (record(3, {"bids": []}), "malformed", 1, None, "bids"),
        (record(3, {"bids": 3}), "malformed", 1, None, "bids"),
        (record(3, {"void": 1}), "malformed", 1, None, "void"),
        (record(3, {"arrivals": [{"after": "Bo"}]}), "malformed", 1, None, "player"),
        (record(3, {"arrivals": [""]}), "malformed", 1, None, "arrivals"),
        (record(3, {"note": "x"}), "unknown-key", 1, None, "note"),
        (record(3, FIRST, {"arrivals": [{"player": "Di", "after": "Bo", "x": 1}]}), "unknown-key", 2, None, "x"),
        (record(3, dealer="Ann"), "unknown-key", None, None, "dealer"),
        (record(3) | {"extra": 1}, "unknown-key", None, None, "extra"),
        (record(3, finish={"winner": "Ann"}), "unknown-key", None, None, "winner"),
        (record(3) | {"record": 2}, "malformed", None, None, "record"),
        (record(3) | {"record": 1.0}, "malformed", None, None, "record"),
        (record(3) | {"record": True}, "malformed", None, None, "record"),
        (record(3) | {"game": "chess"}, "game", None, None, "game"),
        (record(3) | {"game": None}, "game", None, None, "game"),
        ({"record": 1}, "malformed", None, None, "game"),
        ({"game": "dirty-dog", "record": 1}, "malformed", None, None, "players"),
        ({"game": "dirty-dog", "players": ["Ann", "Bo"]}, "malformed", None, None, "record"),
        (record(3, *[FIRST] * 1001), "malformed", None, None, "rounds"),
        (record(3) | {"rounds": {}}, "malformed", None, None, "rounds"),
        (record(3) | {"rounds": [3]}, "malformed", 1, None, "rounds"),
        ([], "malformed", None, None, None),
        (None, "malformed", None, None, None),
        ({1: 2}, "malformed", None, None, None),
    ],
)
def test_bad_input_is_refused_with_a_code(
    document: Any, code: str, number: int | None, player: str | None, field: str | None
) -> None:
    with pytest.raises(RuleError) as error:
        score(document)
    found = error.value
    assert (found.code, found.round, found.player, found.field) == (code, number, player, field)
    assert "{" not in found.message
    assert found.message.endswith(".")
    answer = error_json(found)["error"]
    assert answer == {
        key: value
        for key, value in (
            ("code", code),
            ("message", found.message),
            ("round", number),
            ("player", player),
            ("field", field),
        )
        if value is not None
    }


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (record(3, {"bids": {"Ann": b"1"}}), "Ann: “bids” needs a whole number, not bytes."),
        ([], "A record is one JSON object."),
        (record(3, hand([0, 0, 1], [1, 0, 0])), "Ann may not bid 0: 1 bid so far, 1 card."),
        (record(3, hand([0, 0, 2], [1, 0, 0])), "Cy cannot bid 2: bid 0 to 1."),
        (record(3, hand([0, 0, 1.5], [1, 0, 0])), "Cy: “bids” needs a whole number, not a decimal number."),
        (record(3, {"note": "x"}), "The key “note” is not known here: leave it out, or check how it is spelt."),
        (record(3) | {"game": "x"}, f"“x” is not a game this club keeps score of: use one of {KEYS}."),
        ({"record": 1}, f"The key “game” is missing: say which one it is, such as {KEYS}."),
        (
            record(["Ann", "Ann"]),
            "Ann already sits at the table: give two players of one name something to tell them apart.",
        ),
        (record(3, {"bids": {"Zed": 0}}), "Zed is not among the players: check how the name is spelt."),
        (record(3, hand([0, 0], [1, 0, 0])), "Cy’s bid is missing: write down all bids before the tricks."),
    ],
)
def test_messages_are_sentences_for_a_scorekeeper(document: Any, message: str) -> None:
    with pytest.raises(RuleError) as error:
        score(document)
    assert error.value.message == message == str(error.value)
