"""Errors of Clash of Corgis: code, sentence, and the round, player and field they point to."""

from typing import Any

import pytest

from scoring.base import Illegal, Malformed, RuleError
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game, Options
from scoring.records import entry_from_json, error_json, played, score_text
from tests.scoring.clash_of_corgis.series import fold, record, won


def game(winner: Any, **left: Any) -> dict[str, Any]:
    """A game of a record, with the cards left by name."""
    return {"winner": winner, "cards_left": left} if left else {"winner": winner}


@pytest.mark.parametrize(
    ("document", "code", "message", "where"),
    [
        (record(1), "players", "Clash of Corgis is for 2 to 4 players: there is 1.", {"field": "players"}),
        (
            record() | {"players": ["A", "B", "C", "D", "E"]},
            "players",
            "Clash of Corgis is for 2 to 4 players: there are 5.",
            {"field": "players"},
        ),
        (
            record() | {"players": ["Ann", "Ann"]},
            "duplicate-player",
            "Ann already sits at the table: give two players of one name something to tell them apart.",
            {"player": "Ann", "field": "players"},
        ),
        (
            record(best_of=4),
            "best-of",
            "A series cannot be the best of 4: choose 3 or 5.",
            {"field": "best_of"},
        ),
        (
            record(best_of=0),
            "best-of",
            "A series cannot be the best of 0: choose an odd number from 1 to 99.",
            {"field": "best_of"},
        ),
        (
            record(best_of=-3),
            "best-of",
            "A series cannot be the best of −3: choose an odd number from 1 to 99.",
            {"field": "best_of"},
        ),
        (
            record(best_of=101),
            "best-of",
            "A series cannot be the best of 101: choose an odd number from 1 to 99.",
            {"field": "best_of"},
        ),
        (record(best_of=5.0), "best-of", "“best_of” needs a whole number, not a decimal number.", {"field": "best_of"}),
        (
            record(first_starter="Zoe"),
            "unknown-player",
            "Zoe is not among the players: check how the name is spelt.",
            {"player": "Zoe", "field": "first_starter"},
        ),
        (
            record(3, game("Ann"), game("Zoe")),
            "winner",
            "Zoe is not among the players, so cannot have won: check how the name is spelt.",
            {"round": 2, "player": "Zoe", "field": "winner"},
        ),
        (record(3, game(1)), "winner", "“winner” needs text, not a whole number.", {"round": 1, "field": "winner"}),
        (record(3, {}), "malformed", "The key “winner” is missing.", {"round": 1, "field": "winner"}),
        (
            record(3, game("Ann", Bo=0)),
            "cards-left",
            "Bo cannot have 0 cards left: whoever has not won has 1 to 12.",
            {"round": 1, "player": "Bo", "field": "cards_left"},
        ),
        (
            record(3, game("Ann", Bo=13)),
            "cards-left",
            "Bo cannot have 13 cards left: whoever has not won has 1 to 12.",
            {"round": 1, "player": "Bo", "field": "cards_left"},
        ),
        (
            record(3, game("Ann"), game("Ann", Cy=-1)),
            "cards-left",
            "Cy cannot have −1 cards left: whoever has not won has 1 to 12.",
            {"round": 2, "player": "Cy", "field": "cards_left"},
        ),
        (
            record(3, game("Ann", Ann=1)),
            "cards-left",
            "Ann won with an empty hand: no cards are left there.",
            {"round": 1, "player": "Ann", "field": "cards_left"},
        ),
        (
            record(3, game("Ann", Bo=True)),
            "cards-left",
            "Bo: “cards_left” needs a whole number, not true or false.",
            {"round": 1, "player": "Bo", "field": "cards_left"},
        ),
        (
            record(3, game("Ann", Zoe=3)),
            "unknown-player",
            "Zoe is not among the players: check how the name is spelt.",
            {"round": 1, "player": "Zoe", "field": "cards_left"},
        ),
        (
            record(2, *[game("Ann")] * 4),
            "round-after-end",
            "The series is over: Ann has won it, and no game can be added.",
            {"round": 4},
        ),
        (record(3, {"winner": "Ann", "bones": 1}), "unknown-key", None, {"round": 1, "field": "bones"}),
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
    ("entry", "code", "message"),
    [
        (Game(2), "winner", "There is no seat 3: choose who emptied the hand."),
        (Game(-1), "winner", "There is no seat 0: choose who emptied the hand."),
        (Game(0, {2: 3}), "unknown-player", "{2} does not play here: leave that player out of the cards left."),
        (Options(), "kind", "“Options” is not an entry of Clash of Corgis."),
    ],
)
def test_an_entry_by_seats_is_refused_too(entry: Any, code: str, message: str) -> None:
    with pytest.raises(Malformed) as error:
        CLASH_OF_CORGIS.play(fold(2), entry)
    assert (error.value.code, error.value.message) == (code, message)


def test_nobody_starts_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(Malformed) as error:
        fold(2, first_starter=2)
    assert (error.value.code, str(error.value)) == ("unknown-player", "There is no seat 3 to start the first game.")


def test_a_game_after_the_end_is_illegal_not_malformed() -> None:
    with pytest.raises(Illegal) as error:
        fold(2, *won(1, 1, 1, 0))
    assert (error.value.code, error.value.round, error.value.entry) == ("round-after-end", 4, 4)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, float("nan"), [1]])
def test_only_whole_numbers_are_numbers(value: Any) -> None:
    for payload in ({"winner": value}, {"winner": 0, "cards_left": {"1": value}}):
        with pytest.raises(Malformed):
            entry_from_json(CLASH_OF_CORGIS, "series-game", payload)


def test_a_name_twice_in_a_game_is_a_duplicate() -> None:
    text = (
        '{"record": 1, "game": "clash-of-corgis", "players": ["Ann", "Bo"],'
        ' "rounds": [{"winner": "Ann", "cards_left": {"Bo": 6, "Bo": 7}}]}'
    )
    ok, found = score_text(text)
    assert (ok, found["error"]["code"], found["error"]["player"]) == (False, "duplicate-player", "Bo")
