"""Records in, sheets out, exactly as the record format has them; and the way back."""

import json
from typing import Any

import pytest

from scoring import ENGINES, engine
from scoring.base import Malformed, RuleError
from scoring.dirty_dog import (
    DIRTY_DOG,
    Bids,
    Join,
    Leave,
    Options,
    Pull,
    Redeal,
    Shorten,
    TiebreakHand,
    Tricks,
)
from scoring.records import (
    entry_from_json,
    entry_to_json,
    error_json,
    from_record,
    options_from_json,
    options_to_json,
    played,
    read,
    score,
    score_lines,
    score_text,
    sheet_json,
    to_record,
)
from tests.scoring.tables import NAMES, fold, hand, record
from tests.scoring.tables import played as two_entries

KEYS = ", ".join(game.key for game in ENGINES)
EXAMPLE = record(
    5,
    {
        "flip": "7H",
        "bids": {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 1},
        "tricks": {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 0},
    },
    {"bids": {"Cy": 1, "Di": 0, "Ed": 0, "Ann": 0}},
)


def test_the_example_of_the_record_format() -> None:
    sheet = score(EXAMPLE)
    assert sheet["totals"] == {"Bo": 5, "Cy": 6, "Di": 5, "Ed": 5, "Ann": -1}
    assert sheet["next"] == {
        "number": 2,
        "cards": 2,
        "dealer": "Bo",
        "order": ["Cy", "Di", "Ed", "Ann", "Bo"],
        "to_bid": "Bo",
        "bid_total": 1,
        "barred": 1,
        "legal": [0, 2],
    }
    assert sheet["rounds"] == [
        {
            "number": 1,
            "points": {"Ann": -1, "Bo": 5, "Cy": 6, "Di": 5, "Ed": 5},
            "totals": {"Ann": -1, "Bo": 5, "Cy": 6, "Di": 5, "Ed": 5},
            "leaders": ["Cy"],
            "bottom": ["Ann"],
            "callouts": [
                {"term": "clean-run", "players": ["Bo", "Cy", "Di", "Ed"]},
                {"term": "overbid", "players": []},
                {"term": "in-the-box", "players": ["Cy"]},
                {"term": "proximity-alert", "players": ["Bo", "Cy", "Di", "Ed"]},
                {"term": "sbr", "players": ["Ann"]},
            ],
            "cards": 1,
            "dealer": "Ann",
            "order": ["Bo", "Cy", "Di", "Ed", "Ann"],
            "trump": "hearts",
            "bids": {"Ann": 1, "Bo": 0, "Cy": 1, "Di": 0, "Ed": 0},
            "tricks": {"Ann": 0, "Bo": 0, "Cy": 1, "Di": 0, "Ed": 0},
            "made": {"Ann": False, "Bo": True, "Cy": True, "Di": True, "Ed": True},
            "bid_total": 2,
            "barred": 0,
        }
    ]
    assert sheet["ranking"] == [
        {"place": 1, "players": ["Cy"], "points": 6},
        {"place": 2, "players": ["Bo", "Di", "Ed"], "points": 5},
        {"place": 5, "players": ["Ann"], "points": -1},
    ]
    assert sheet["plan"]["cards"] == [*range(1, 11), *range(10, 0, -1)]
    assert sheet["plan"]["dealers"] == ["Ann", "Bo", "Cy", "Di", "Ed"] * 4
    assert sheet["plan"]["first_bidders"] == ["Bo", "Cy", "Di", "Ed", "Ann"] * 4
    assert (sheet["plan"]["max_cards"], sheet["plan"]["max_hands"], sheet["plan"]["hands"]) == (10, 2, 20)
    assert sheet["outlook"]["Ann"] == {"best": 203, "worst": -110, "can_win": True, "can_lose": True}
    assert (sheet["game"], sheet["players"]) == ("dirty-dog", ["Ann", "Bo", "Cy", "Di", "Ed"])
    assert (sheet["finished"], sheet["winners"], sheet["losers"]) == (False, [], [])
    assert (sheet["needs"], sheet["warnings"]) == ([], [])
    assert "first_place_losers" not in sheet


def test_the_next_tricks() -> None:
    bids = {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 1}
    assert score(record(5, {"bids": bids}))["next"] == {
        "number": 1,
        "cards": 1,
        "dealer": "Ann",
        "order": ["Bo", "Cy", "Di", "Ed", "Ann"],
        "bids": bids,
        "tricks_left": 1,
    }


def test_a_finished_sheet() -> None:
    sheet = score(record(3, hand([0, 1, 1], [0, 1, 0]), plan=[1]))
    assert (sheet["finished"], sheet["winners"], sheet["losers"]) == (True, ["Bo"], ["Cy"])
    assert (sheet["first_place_losers"], sheet["next"], sheet["needs"]) == (["Ann"], None, [])
    assert {"term": "first-place-loser", "players": ["Ann"]} in sheet["rounds"][-1]["callouts"]
    assert "outlook" not in sheet


def test_what_is_shouted_at_the_end_stands_under_the_last_hand_that_counts() -> None:
    sheet = score(record(3, hand([0, 1, 1], [0, 1, 0]), {"void": True}, finish={"shortened": True}, plan=[1, 1]))
    assert [[call["term"] for call in found["callouts"]][-1:] for found in sheet["rounds"]] == [
        ["first-place-loser"],
        [],
    ]
    assert sheet["rounds"][1]["void"] is True
    assert "void" not in sheet["rounds"][0]
    assert sheet["rounds"][1]["made"] == {}


def test_needs_and_call_outs_carry_their_numbers() -> None:
    sheet = score(record(3, hand([0, 0, 1], [2, 0, 0]), plan=[2], opening={"Ann": 6}))
    assert {"term": "dog-pile", "players": ["Ann"], "value": 2} in sheet["rounds"][0]["callouts"]
    level = score(record(2, plan=[], opening={"Ann": 1, "Bo": 1}))
    assert level["needs"] == [{"what": "tiebreak-hand", "players": ["Ann", "Bo"], "cards": 5}]
    assert [warning["code"] for warning in level["warnings"]] == ["few-players"]
    three = score(record(3, plan=[], opening={"Ann": 1}))
    assert three["needs"] == [{"what": "card-pull", "players": ["Bo", "Cy"]}]


def test_a_latecomer_is_listed_at_the_seat() -> None:
    first = hand([0, 0, 0, 0], [0, 0, 1, 0])
    sheet = score(record(4, first, {"arrivals": [{"player": "Zoë", "after": "Bo"}]}))
    assert sheet["players"] == ["Ann", "Bo", "Zoë", "Cy", "Di"]
    assert sheet["totals"]["Zoë"] == -1
    assert sheet["next"]["order"] == ["Zoë", "Cy", "Di", "Ann", "Bo"]
    assert "Zoë" not in sheet["rounds"][0]["totals"]
    assert sheet["warnings"][-1] == {
        "code": "final-dealer",
        "message": "Cy deals the last hand, not Di at the first dealer’s right.",
        "round": 24,
    }
    end = score(record(4, first, {"arrivals": ["Zoë"]}))
    assert end["players"] == ["Ann", "Bo", "Cy", "Di", "Zoë"]


def test_names_meet_after_normalisation() -> None:
    decomposed, composed = "Nu\u0301ria", "Núria"
    sheet = score(record([decomposed, "Bo"], {"bids": {"Bo": 0, composed: 0}}))
    assert sheet["next"]["bids"] == {composed: 0, "Bo": 0}


@pytest.mark.parametrize("name", ["🐕‍🦺", "مُنى", "A" * 400, " ", "{0}", "Łukasz\u2067x", "0", "$"])
def test_any_text_is_a_name(name: str) -> None:
    sheet = score(record([name, "Bo"], {"bids": {"Bo": 0, name: 0}, "tricks": {"Bo": 1, name: 0}}))
    assert sheet["totals"] == {name: 5, "Bo": -1}


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
        (record(3, {"arrivals": [{"player": "Di"}]}), "malformed", 1, None, "after"),
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


def test_the_text_of_a_record_is_answered_and_never_raises() -> None:
    assert score_text(json.dumps(EXAMPLE)) == (True, score(EXAMPLE))
    done, answer = score_text(b"{")
    assert (done, answer["error"]["code"]) == (False, "json")


def test_lines_are_answered_one_by_one() -> None:
    good = json.dumps(EXAMPLE)
    answers = list(score_lines([good, "", "oops\n", "  \n", good.encode()]))
    assert [done for done, _ in answers] == [True, False, True]
    assert answers[1][1]["error"]["code"] == "json"


ENTRIES: list[tuple[str, Any, dict[str, Any]]] = [
    ("bids", Bids({0: 1, 3: 0}), {"bids": {"0": 1, "3": 0}}),
    ("bids", Bids({0: 1}, "hearts", "7H"), {"bids": {"0": 1}, "trump": "hearts", "flip": "7H"}),
    ("tricks", Tricks({0: 1}), {"tricks": {"0": 1}}),
    ("redeal", Redeal(), {}),
    ("redeal", Redeal({2: 1}), {"tricks": {"2": 1}}),
    ("join", Join(5), {"seat": 5}),
    ("join", Join(5, 2), {"seat": 5, "after": 2}),
    ("leave", Leave(0), {"seat": 0}),
    ("tiebreak-hand", TiebreakHand({0: 1}, {0: 5}), {"bids": {"0": 1}, "tricks": {"0": 5}}),
    ("pull", Pull({1: "7H"}), {"cards": {"1": "7H"}}),
    ("shorten", Shorten(), {}),
]


@pytest.mark.parametrize(("kind", "entry", "payload"), ENTRIES)
def test_an_entry_is_kept_as_json_by_seats(kind: str, entry: Any, payload: dict[str, Any]) -> None:
    assert DIRTY_DOG.kind(entry) == kind
    assert entry_to_json(entry) == payload
    assert entry_from_json(DIRTY_DOG, kind, json.loads(json.dumps(payload))) == entry


@pytest.mark.parametrize(
    ("kind", "payload", "code", "seat", "field"),
    [
        ("round", {}, "kind", None, None),
        ("bids", {}, "malformed", None, "bids"),
        ("bids", {"bids": {"0": 1.0}}, "bid-range", 0, "bids"),
        ("bids", {"bids": {"0": 1, "2": "1"}}, "bid-range", 2, "bids"),
        ("bids", {"bids": {"00": 1}}, "malformed", None, "bids"),
        ("bids", {"bids": {"x": 1}}, "malformed", None, "bids"),
        ("bids", {"bids": {"x": 1.5}}, "malformed", None, "bids"),
        ("bids", {"bids": {}, "x": 1}, "unknown-key", None, "x"),
        ("tricks", {"tricks": {"1": None}}, "tricks-range", 1, "tricks"),
        ("tricks", [], "malformed", None, None),
        ("tricks", None, "malformed", None, None),
        ("join", {"seat": "5"}, "malformed", None, "seat"),
        ("join", {"seat": True}, "malformed", None, "seat"),
        ("pull", {"cards": {"0": "\0"}}, "text", None, None),
        ("pull", {"cards": {"0": 7}}, "card", None, "cards"),
        ("shorten", {"x": 1}, "unknown-key", None, "x"),
    ],
)
def test_an_entry_that_is_none(kind: str, payload: Any, code: str, seat: int | None, field: str | None) -> None:
    with pytest.raises(Malformed) as error:
        entry_from_json(DIRTY_DOG, kind, payload)
    assert (error.value.code, error.value.seat, error.value.field) == (code, seat, field)
    assert error.value.player is None


def test_an_unknown_kind_is_told_the_known_ones() -> None:
    with pytest.raises(Malformed, match="“round” is not an entry of Dirty Dog: use one of bids, tricks, redeal,"):
        entry_from_json(DIRTY_DOG, "round", {})


def test_a_wrong_number_of_an_entry_names_the_seat() -> None:
    with pytest.raises(Malformed) as error:
        entry_from_json(DIRTY_DOG, "bids", {"bids": {"1": "2"}})
    assert error.value.sentence(NAMES) == "Bo: “bids” needs a whole number, not text."


@pytest.mark.parametrize(
    ("options", "payload"),
    [
        (Options(), {}),
        (Options(first_dealer=2, max_cards=3, max_hands=6), {"first_dealer": 2, "max_cards": 3, "max_hands": 6}),
        (Options(full_deck_hand=True, over_ten=True), {"full_deck_hand": True, "over_ten": True}),
        (Options(plan=()), {"plan": []}),
        (Options(plan=(1, 2), opening={3: -4}), {"plan": [1, 2], "opening": {"3": -4}}),
    ],
)
def test_options_are_kept_as_json_by_seats(options: Options, payload: dict[str, Any]) -> None:
    assert json.loads(json.dumps(options_to_json(options))) == payload
    assert options_from_json(DIRTY_DOG, payload) == options


@pytest.mark.parametrize(
    ("payload", "code"), [({"max_cards": 1.5}, "max-cards"), ({"x": 1}, "unknown-key"), (3, "malformed")]
)
def test_options_that_are_none(payload: Any, code: str) -> None:
    with pytest.raises(Malformed) as error:
        options_from_json(DIRTY_DOG, payload)
    assert error.value.code == code


def test_a_record_becomes_entries() -> None:
    game, names, seats, options, entries = from_record(
        record(
            3,
            {"bids": {"Bo": 0}, "void": True, "flip": "7H"},
            {"departures": ["Ann"], "arrivals": ["Zoë", {"player": "Kit", "after": "Bo"}], **FIRST},
            {"trump": "clubs"},
            first_dealer="Cy",
            opening={"Bo": 3},
            over_ten=True,
        )
    )
    assert (game, names, seats) == (DIRTY_DOG, ["Ann", "Bo", "Cy", "Zoë", "Kit"], 3)
    assert options == Options(first_dealer=2, opening={1: 3}, over_ten=True)
    assert entries == [
        Bids({1: 0}, None, "7H"),
        Redeal(),
        Leave(0),
        Join(3),
        Join(4, 1),
        Bids({0: 0, 1: 0, 2: 0}),
        Tricks({0: 1, 1: 0, 2: 0}),
        Bids({}, "clubs"),
    ]


def test_the_finish_of_a_record_becomes_entries() -> None:
    tie = hand([0, 0, 0], [5, 0, 0])
    finish = {"tiebreak_hands": [tie, tie], "pulls": [{"Ann": "2C"}], "shortened": True, "departed": ["Di", "Cy"]}
    entries = from_record(record(4, finish=finish))[4]
    played_ = TiebreakHand({0: 0, 1: 0, 2: 0}, {0: 5, 1: 0, 2: 0})
    assert entries == [Shorten(), Leave(3), played_, played_, Leave(2), Pull({0: "2C"})]


def test_tricks_of_a_void_round_are_kept() -> None:
    entries = from_record(record(3, FIRST | {"void": True}))[4]
    assert entries[1] == Redeal({0: 1, 1: 0, 2: 0})
    sheet = score(record(3, FIRST | {"void": True}))
    assert sheet["rounds"][0]["tricks"] == {"Ann": 1, "Bo": 0, "Cy": 0}
    assert sheet["totals"] == {"Ann": 0, "Bo": 0, "Cy": 0}


def test_a_last_round_of_moves_alone_begins_no_hand() -> None:
    assert from_record(record(3, {"departures": ["Cy"]}))[4] == [Leave(2)]
    assert from_record(record(3, {"arrivals": ["Di"]}))[4] == [Join(3)]
    assert from_record(record(3, {}))[4] == [Bids({})]
    assert from_record(record(3, {"departures": ["Cy"], "void": True}))[4] == [Leave(2), Redeal()]


ONE = two_entries([0, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.parametrize(
    ("entries", "rounds", "finish"),
    [
        ([], [], None),
        (ONE, [hand([0, 0, 0, 0], [1, 0, 0, 0])], None),
        ([Bids({1: 0}, flip="2C"), Bids({2: 0})], [{"bids": {"Bo": 0, "Cy": 0}, "flip": "2C"}], None),
        ([Bids({}, trump="none")], [{"bids": {}, "trump": "none"}], None),
        ([Bids({1: 0}), Redeal()], [{"bids": {"Bo": 0}, "void": True}], None),
        ([Redeal()], [{"void": True}], None),
        (
            [Bids({1: 0, 2: 0, 3: 0, 0: 0}), Redeal({0: 1})],
            [{**hand([0] * 4, []), "tricks": {"Ann": 1}, "void": True}],
            None,
        ),
        ([Join(4), Join(5, 0)], [{"arrivals": ["Ed", {"player": "Fay", "after": "Ann"}]}], None),
        ([Leave(0), *ONE[:0]], [{"departures": ["Ann"]}], None),
        ([Bids({1: 0}), Leave(0)], [{"bids": {"Bo": 0}, "void": True}, {"departures": ["Ann"]}], None),
        ([Bids({}, flip="2C"), Leave(0)], [{"bids": {}, "flip": "2C", "void": True}, {"departures": ["Ann"]}], None),
        ([Bids({}, "clubs"), Leave(0)], [{"bids": {}, "trump": "clubs", "void": True}, {"departures": ["Ann"]}], None),
        (
            [*ONE, Bids({2: 0}), Shorten()],
            [hand([0] * 4, [1, 0, 0, 0]), {"bids": {"Cy": 0}, "void": True}],
            {"shortened": True},
        ),
        ([*ONE, Shorten(), Leave(1)], [hand([0] * 4, [1, 0, 0, 0])], {"shortened": True, "departed": ["Bo"]}),
    ],
)
def test_entries_become_a_record(entries: list[Any], rounds: list[Any], finish: Any) -> None:
    found = to_record(DIRTY_DOG, NAMES, 4, Options(), entries)
    assert found == {"record": 1, "game": "dirty-dog", "players": list(NAMES[:4]), "rounds": rounds} | (
        {"finish": finish} if finish else {}
    )
    assert score(found) == sheet_json(DIRTY_DOG, fold(4, *entries), NAMES)


def test_the_end_of_a_match_becomes_a_finish() -> None:
    options = Options(plan=(1,))
    tie = TiebreakHand({0: 0, 2: 0, 3: 4}, {0: 0, 2: 1, 3: 4})
    entries = [*ONE, Leave(1), tie]
    found = to_record(DIRTY_DOG, NAMES, 4, options, entries)
    assert found["finish"] == {
        "departed": ["Bo"],
        "tiebreak_hands": [{"bids": {"Ann": 0, "Cy": 0, "Di": 4}, "tricks": {"Ann": 0, "Cy": 1, "Di": 4}}],
    }
    assert found["options"] == {"plan": [1]}
    assert score(found) == sheet_json(DIRTY_DOG, fold(4, *entries, plan=(1,)), NAMES)
    pulls = to_record(DIRTY_DOG, NAMES, 3, Options(plan=(), opening={0: 4}), [Pull({1: "2C", 2: "3C"})])
    assert pulls["finish"] == {"pulls": [{"Bo": "2C", "Cy": "3C"}]}
    assert pulls["options"] == {"plan": [], "opening": {"Ann": 4}}


def test_the_first_dealer_is_written_by_name() -> None:
    assert to_record(DIRTY_DOG, NAMES, 3, Options(first_dealer=1), [])["options"] == {"first_dealer": "Bo"}


def test_played_gives_engine_sheet_and_names() -> None:
    game, sheet, names = played(EXAMPLE)
    assert (game, names) == (DIRTY_DOG, list(NAMES[:5]))
    assert sheet.totals[2] == 6


def test_there_is_one_registry() -> None:
    assert ENGINES[0] is DIRTY_DOG
    assert engine("dirty-dog") is DIRTY_DOG
    assert (DIRTY_DOG.version, DIRTY_DOG.seats) == ("1.3", (2, 10))
    assert DIRTY_DOG.public(fold(3)) == fold(3)
    assert read(json.dumps(EXAMPLE)) == EXAMPLE
