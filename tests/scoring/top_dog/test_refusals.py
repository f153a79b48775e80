"""Errors of Top Dog: options that exclude each other, entries by seats, and noted suits."""

from typing import Any

import pytest

from scoring.base import Illegal, Malformed, RuleError, replay
from scoring.record_format.strict import clean
from scoring.records import entry_from_json, options_from_json, played, score_text
from scoring.top_dog import TOP_DOG, Options, Round
from tests.scoring.top_dog.rounds import fold, record, won


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
    """Code and message, separated by "|", with which a round with these suits is refused; "" where it is accepted.
    `each` is the number of suits of the options.
    """
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
