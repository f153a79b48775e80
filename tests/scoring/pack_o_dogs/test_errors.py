"""Errors of Pack o' Dogs: every code, its sentence, and where it points."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.dirty_dog import Shorten
from scoring.pack_o_dogs import PACK_O_DOGS, Capture, Options, Piles, Round
from scoring.pack_o_dogs.play import start
from scoring.records import entry_from_json, error_json, options_from_json, score
from tests.scoring.pack_o_dogs.pages import NAMES, fold, record, rounds

ONE = {"winner": "Otto", "pack": False}
SWEEP = [ONE] * 4


@pytest.mark.parametrize(
    ("found", "error"),
    [
        (
            record(players=("Wilhelmina", "Otto", "Núria")),
            "players|Pack o’ Dogs is a game for two: keep score for exactly 2 players.|-|-|players",
        ),
        (
            record(players=("Otto",)),
            "players|Pack o’ Dogs is a game for two: keep score for exactly 2 players.|-|-|players",
        ),
        (
            record(players=("Otto", "Otto")),
            "duplicate-player|Otto already sits at the table: give two players of one name something to tell them "
            "apart.|-|Otto|players",
        ),
        (
            record(ONE, {"winner": "Percy", "pack": True}),
            "winner|Percy is not one of the two players: check how the name is spelt.|2|Percy|winner",
        ),
        (
            record(ONE, {"winner": "Otto", "pack": True, "turns": 4}),
            "turns|A round has 2 or 3 turns, not 4.|2|-|turns",
        ),
        (
            record(ONE | {"turns": 2}),
            "turns|Only a pack ends a round after 2 turns: mark the pack, or write 3 turns.|1|-|turns",
        ),
        (
            record(ONE | {"treat": True}),
            "treat|A treat can only complete a pack: mark the pack too, or take the treat away.|1|Otto|treat",
        ),
        (
            record(*SWEEP, ONE),
            "round-after-end|Nothing can follow: the game is played. Undo the last entry to change it.|5|-|-",
        ),
        (
            record(*SWEEP, *SWEEP, ONE, games=2),
            "round-after-end|Nothing can follow: all 2 games are played. Undo the last entry to change it.|9|-|-",
        ),
        (
            record({"piles": {"Wilhelmina": 3, "Otto": -1}}, mode="base"),
            "negative|Otto’s pile cannot hold fewer than 0 cards: count it again.|1|Otto|piles",
        ),
        (
            record({"piles": {"Wilhelmina": 3, "Otto": 1001}}, mode="base"),
            "piles|Otto’s pile cannot hold 1001 cards: count it again.|1|Otto|piles",
        ),
        (
            record({"piles": {"Wilhelmina": 3}}, mode="base"),
            "malformed|Otto’s pile is missing: count both.|1|Otto|piles",
        ),
        (
            record({"piles": {"Wilhelmina": 3, "Percy": 3}}, mode="base"),
            "unknown-player|Percy is not among the players: check how the name is spelt.|1|Percy|piles",
        ),
        (
            record({"captures": [{"winner": "Percy"}]}, mode="base"),
            "winner|Percy is not one of the two players: check how the name is spelt.|1|Percy|winner",
        ),
        (
            record({"captures": [{"winner": "Otto"}]}, {"piles": {"Wilhelmina": 3, "Otto": 1}}, mode="base", games=2),
            "malformed|The key “piles” is missing.|1|-|piles",
        ),
        (record({}, mode="base"), "malformed|The key “piles” is missing.|1|-|piles"),
        (record({"pack": True}), "malformed|The key “winner” is missing.|1|-|winner"),
        (record(ONE, {"winner": "Otto"}), "malformed|The key “pack” is missing.|2|-|pack"),
        (
            record(ONE | {"piles": {}}),
            "unknown-key|The key “piles” is not known in a round of the complex game: leave it out.|1|-|piles",
        ),
        (
            record(ONE | {"captures": [{"winner": "Otto"}]}),
            "unknown-key|The key “captures” is not known in a round of the complex game: leave it out.|1|-|captures",
        ),
        (
            record({"winner": "Otto", "piles": {"Wilhelmina": 3, "Otto": 1}}, mode="base"),
            "unknown-key|The key “winner” is not known in the base game: leave it out.|1|-|winner",
        ),
        (
            record({"treat": True, "piles": {"Wilhelmina": 3, "Otto": 1}}, mode="base"),
            "unknown-key|The key “treat” is not known in the base game: leave it out.|1|-|treat",
        ),
        (
            record(ONE | {"tricks": 3}),
            "unknown-key|The key “tricks” is not known here: leave it out, or check how it is spelt.|1|-|tricks",
        ),
        (record(games=0), "malformed|A match is 1 to 99 games, not 0.|-|-|games"),
        (record(games=-3), "malformed|A match is 1 to 99 games, not −3.|-|-|games"),
        (
            record(ONE | {"turns": -2}),
            "turns|A round has 2 or 3 turns, not −2.|1|-|turns",
        ),
        (record(games=100), "malformed|A match is 1 to 99 games, not 100.|-|-|games"),
        (record(games=True), "malformed|“games” needs a whole number, not true or false.|-|-|games"),
        (record(mode="simple"), "malformed|“mode” cannot be 'simple'. Choose: base, complex.|-|-|mode"),
        (record(ONE | {"pack": 1}), "malformed|“pack” needs true or false or nothing, not a whole number.|1|-|pack"),
        (
            record(ONE | {"turns": 2.0}),
            "turns|“turns” needs a whole number or nothing, not a decimal number.|1|-|turns",
        ),
        (
            record({"piles": {"Wilhelmina": 3, "Otto": 1.5}}, mode="base"),
            "malformed|Otto: “piles” needs a whole number, not a decimal number.|1|Otto|piles",
        ),
    ],
    ids=lambda value: value.split("|")[0] if isinstance(value, str) else "",
)
def test_a_record_that_breaks_a_rule(found: Any, error: str) -> None:
    with pytest.raises(RuleError) as caught:
        score(found)
    code, message, number, player, field = error.split("|")
    told = {"code": code, "message": message, "round": number, "player": player, "field": field}
    answer = error_json(caught.value)["error"]
    assert {key: str(answer.get(key, "-")) for key in told} == told


@pytest.mark.parametrize(
    ("entries", "options", "error"),
    [
        ([Round(2, pack=False)], {}, "winner|There is no seat 3: one of the two players wins.|1"),
        ([Capture(-1)], {"mode": "base"}, "winner|There is no seat 0: one of the two players wins.|1"),
        ([Capture(1), Capture(0, treat=True)], {"mode": "base"}, "treat|A treat can only complete a pack: "),
        ([Piles({0: 1, 2: 1})], {"mode": "base"}, "unknown-player|There is no seat 3: two players have piles.|1"),
        ([Piles({0: 1, 1: 1})], {}, "kind|This is the complex game: write down who won each round, "),
        ([Capture(0)], {}, "kind|This is the complex game: write down who won each round, "),
        ([*rounds("a-")], {"mode": "base"}, "kind|This is the base game: log captures and count the piles, "),
        ([Shorten()], {}, "kind|“Shorten” is not an entry of Pack o’ Dogs."),
        (
            [Piles({0: 1, 1: 1}), Capture(0)],
            {"mode": "base"},
            "round-after-end|Nothing can follow: the game is played. Undo the last entry to change it.|2",
        ),
    ],
)
def test_an_entry_that_does_not_fit(entries: list[Any], options: dict[str, Any], error: str) -> None:
    with pytest.raises(RuleError) as caught:
        fold(*entries, **options)
    code, message, *number = error.split("|")
    assert caught.value.code == code
    assert caught.value.message.startswith(message)
    assert caught.value.entry == len(entries)
    assert not number or caught.value.round == int(number[0])


@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_two_play(seats: int) -> None:
    """HR-PK-05: more than two play unranked, so no score is kept."""
    with pytest.raises(RuleError, match="exactly 2"):
        start(seats, Options())


def test_a_mode_that_does_not_exist() -> None:
    with pytest.raises(RuleError, match="choose complex or base") as caught:
        start(2, Options(mode="simple"))  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.field) == ("malformed", "mode")


def test_stored_payloads_are_read_strictly() -> None:
    game = PACK_O_DOGS
    assert entry_from_json(game, "round", {"winner": 1, "pack": True}) == Round(1, pack=True)
    assert options_from_json(game, {"games": 3}) == Options(games=3)
    for kind, payload in (("round", {"winner": 1}), ("piles", {"piles": {"0": True, "1": 2}}), ("bids", {})):
        with pytest.raises(RuleError):
            entry_from_json(game, kind, payload)


def test_a_seat_is_called_by_its_name() -> None:
    with pytest.raises(RuleError) as caught:
        fold(Piles({0: -3, 1: 0}), mode="base")
    assert caught.value.sentence(NAMES) == "Wilhelmina’s pile cannot hold fewer than 0 cards: count it again."
