"""Everything a scorekeeper of Top Dog can get wrong: code, sentence, and where it points."""

from typing import Any

import pytest

from scoring.base import Illegal, Malformed, RuleError, replay
from scoring.record_format.strict import clean
from scoring.records import entry_from_json, error_json, options_from_json, played, score_text
from scoring.top_dog import TOP_DOG, Options, Round
from tests.scoring.top_dog.rounds import fold, named, record, won

DUMMY = {"dummy": True}
OVER = [named(13, 0)] * 4


@pytest.mark.parametrize(
    ("document", "code", "message", "where"),
    [
        (record(1), "players", "Top Dog is for 2 to 4 players, one suit each: there are 1.", {"field": "players"}),
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


@pytest.mark.parametrize(
    ("players", "options", "code", "message", "field"),
    [
        (2, {"target": 0}, "options", "The match cannot be played to 0: choose 1 to 1,000.", "target"),
        (2, {"target": 1001}, "options", "The match cannot be played to 1001: choose 1 to 1,000.", "target"),
        (2, {"target": "35"}, "options", "“target” needs a whole number, not text.", "target"),
        (
            2,
            {"arranging": "both"},
            "options",
            "“both” is not a choice for “arranging”: use none or all or rotating.",
            "arranging",
        ),
        (2, {"suits": 3}, "options", "“3” is not a choice for “suits”: use 1 or 2.", "suits"),
        (2, {"suits": 1.0}, "options", "“suits” needs a whole number, not a decimal number.", "suits"),
        (
            2,
            {"dummy": True, "dummy_scoring": "double"},
            "options",
            "“double” is not a choice for “dummy_scoring”: use add or replace.",
            "dummy_scoring",
        ),
        (
            2,
            {"dummy_scoring": "replace"},
            "options",
            "No dummy plays, so there is nothing to score against it: leave that out, or let a dummy play.",
            "dummy_scoring",
        ),
        (
            4,
            {"dummy": True},
            "options",
            "4 players and a dummy are one suit too many: with a dummy 3 can play.",
            "dummy",
        ),
        (
            3,
            {"first_arranger": "Bo"},
            "options",
            "Only where players take turns at arranging (variation 2) does one of them begin: leave that out.",
            "first_arranger",
        ),
        (
            3,
            {"arranging": "rotating", "first_arranger": "Zoe"},
            "unknown-player",
            "Zoe is not among the players: check how the name is spelt.",
            "first_arranger",
        ),
        (2, {"dummy": "yes"}, "malformed", "“dummy” needs true or false, not text.", "dummy"),
    ],
)
def test_what_does_not_go_together_cannot_be_agreed(
    players: int, options: dict[str, Any], code: str, message: str, field: str
) -> None:
    with pytest.raises(Malformed) as error:
        played(record(players, **options))
    assert (error.value.code, str(error.value), error.value.field) == (code, message, field)


@pytest.mark.parametrize(
    ("seats", "entry", "code", "message"),
    [
        (2, Round({0: 6, 1: 7, 2: 0}), "unknown-player", "{2} does not play here: leave that player out."),
        (2, won(6, 7, dummy=0), "unknown-player", "No dummy plays here: leave it out."),
        (2, Options(), "kind", "“Options” is not an entry of Top Dog."),
    ],
)
def test_an_entry_by_seats_is_refused_too(seats: int, entry: Any, code: str, message: str) -> None:
    with pytest.raises(Malformed) as error:
        TOP_DOG.play(fold(seats), entry)
    assert (error.value.code, error.value.message) == (code, message)


def test_nobody_arranges_first_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(Malformed) as error:
        fold(2, arranging="rotating", first_arranger=2)
    assert (error.value.code, str(error.value)) == ("unknown-player", "There is no seat 3 to arrange first.")


def test_a_round_after_the_end_is_illegal_not_malformed() -> None:
    with pytest.raises(Illegal) as error:
        fold(2, *[won(13, 0)] * 4)
    assert (error.value.code, error.value.round, error.value.entry) == ("round-after-end", 4, 4)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, float("nan"), [1]])
def test_only_whole_numbers_are_numbers(value: Any) -> None:
    for payload in ({"won": {"0": value, "1": 0}}, {"cards_taken": {"0": value, "1": 0}}, {"dummy": [value]}):
        with pytest.raises(Malformed):
            entry_from_json(TOP_DOG, "round", payload)


def test_a_name_twice_in_a_round_is_a_duplicate() -> None:
    text = '{"record": 1, "game": "top-dog", "players": ["Ann", "Bo"], "rounds": [{"won": {"Ann": 6, "Ann": 7}}]}'
    ok, found = score_text(text)
    assert (ok, found["error"]["code"], found["error"]["player"]) == (False, "duplicate-player", "Ann")


def test_unknown_options_are_refused() -> None:
    with pytest.raises(Malformed):
        options_from_json(TOP_DOG, clean({"jokers": 2}))


def suited(suits: dict[int, tuple[str, ...]], seats: int = 2, each: int = 1) -> str:
    """What is said of a round in which these suits were noted; "" where nothing is."""
    hands = 13 * each
    entry = Round({0: hands, **dict.fromkeys(range(1, seats), 0)}, suits=suits)
    try:
        replay(TOP_DOG, seats, Options(suits=each), [entry])
    except RuleError as error:
        return f"{error.code}|{error.message}"
    return ""


@pytest.mark.parametrize(
    ("suits", "seats", "each", "says"),
    [
        ({0: ("hearts",), 1: ("clubs",)}, 2, 1, ""),
        ({1: ("clubs",)}, 2, 1, ""),
        ({0: ("hearts", "clubs"), 1: ("hearts", "spades")}, 3, 2, ""),
        ({4: ("clubs",)}, 2, 1, "unknown-player|{4} does not play here: leave that player out."),
        ({0: ("stars",)}, 2, 1, "suits|{0}’s suit is none: use clubs, diamonds, hearts, spades."),
        ({0: ("hearts", "clubs")}, 2, 1, "suits|{0} takes one suit: note as many, or none."),
        ({0: ("hearts",)}, 2, 2, "suits|{0} takes two suits: note as many, or none."),
        (
            {0: ("hearts",), 1: ("hearts",)},
            2,
            1,
            "suits|Two players cannot take hearts: each suit is there once. Note another suit, or none.",
        ),
        (
            dict.fromkeys(range(3), ("hearts", "clubs")),
            3,
            2,
            "suits|Three players cannot take clubs: two decks have it twice. Note another suit, or none.",
        ),
    ],
)
def test_suits_are_as_many_as_there_are(suits: dict[int, tuple[str, ...]], seats: int, each: int, says: str) -> None:
    """TD-04, TD-21, TD-22."""
    assert suited(suits, seats, each) == says
