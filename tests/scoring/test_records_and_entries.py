"""Entries and options as JSON by seats; conversion between records and entries."""

import json
from typing import Any

import pytest

from scoring.base import Malformed
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
    from_record,
    options_from_json,
    options_to_json,
    score,
    sheet_json,
    to_record,
)
from tests.scoring.tables import NAMES, fold, hand, record
from tests.scoring.tables import played as two_entries

FIRST = hand([0, 0, 0], [1, 0, 0])
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
