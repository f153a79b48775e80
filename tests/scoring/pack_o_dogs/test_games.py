"""The end of a game and of a match, and level points (PK-31 to PK-35, HR-PK-01 to HR-PK-03)."""

import pytest

from scoring.base import CallOut, Illegal
from scoring.pack_o_dogs import PACK_O_DOGS, Capture, Piles, Round, Shorten
from tests.scoring.pack_o_dogs.pages import fold, line, played


@pytest.mark.parametrize(
    ("code", "points", "rounds", "winner", "decided_by"),
    [
        pytest.param("a-a-a-a-", (10, 0), (4, 0), 0, "points", id="PK-40 the smallest sweep"),
        pytest.param("b-b-b-aPaPaPaP", (60, 6), (4, 3), 0, "points", id="PK-40 the largest game"),
        pytest.param("a-bPa-aPa-", (12, 2), (4, 1), 0, "points", id="PK-32 four to one"),
        pytest.param("a-a-a-bPbPbPa-", (10, 28), (4, 3), 1, "points", id="PK-33 four rounds lose on points"),
        pytest.param("a-a-a-b-bPa-", (9, 9), (4, 2), 0, "rounds", id="HR-PK-02 level points"),
        pytest.param("b-b-b-a-aPb-", (9, 9), (2, 4), 1, "rounds", id="HR-PK-02 the other way round"),
    ],
)
def test_a_game_ends_at_four_rounds(
    code: str, points: tuple[int, int], rounds: tuple[int, int], winner: int, decided_by: str
) -> None:
    sheet = played(code)
    (game,) = sheet.games
    assert (tuple(game.points.values()), tuple(game.rounds_won.values())) == (points, rounds)
    assert (game.winner, game.decided_by) == (winner, decided_by)
    assert game.closer == line(sheet).winner
    assert game.upset == (game.closer != winner)
    assert (sheet.winners, sheet.decided_by, sheet.losers) == ((winner,), decided_by, ())


def test_the_next_round_starts_the_next_game() -> None:
    sheet = played("a-a-a-a-a-", games=2)
    found = line(sheet)
    assert (found.game, found.round_in_game, found.product.streak) == (2, 1, 1)
    assert (found.rounds_won, found.game_points) == ({0: 1, 1: 0}, {0: 1, 1: 0})
    assert sheet.totals == {0: 11, 1: 0}


@pytest.mark.parametrize(
    ("code", "totals", "winners", "decided_by"),
    [
        pytest.param("a-bPa-aPa-a-a-a-bPbPbPa-b-aPa-b-aPa-", (36, 32), (0,), "points", id="PK-35 carried over"),
        pytest.param("a-a-a-a-a-a-a-a-a-", (21, 0), (), None, id="PK-35 nobody has won before the last game"),
        pytest.param("a-a-a-a-b-b-b-b-a-a-a-b-bPa-", (19, 19), (0, 1), "shared", id="HR-PK-07 level"),
    ],
)
def test_points_carry_over(code: str, totals: tuple[int, int], winners: tuple[int, ...], decided_by: str) -> None:
    sheet = played(code, games=3)
    assert tuple(sheet.totals.values()) == totals
    assert (sheet.winners, sheet.decided_by, sheet.finished) == (winners, decided_by, bool(winners))


def test_a_level_match_is_shared_however_many_rounds_each_won() -> None:
    """HR-PK-07: HR-PK-02 is about a single game."""
    sheet = played("a-a-a-a-b-b-b-b-", games=2)
    assert (sheet.totals, sheet.winners) == ({0: 10, 1: 10}, (0, 1))
    assert [(rank.place, rank.seats) for rank in PACK_O_DOGS.ranks(sheet)] == [(1, (0, 1))]


def test_level_points_share_a_place_while_the_game_goes_on() -> None:
    ranks = PACK_O_DOGS.ranks(played("a-b-"))
    assert [(rank.place, rank.seats, rank.points) for rank in ranks] == [(1, (0, 1), 1)]


@pytest.mark.parametrize(
    ("piles", "winners", "decided_by"),
    [
        pytest.param((31, 23), (0,), "points", id="PK-15"),
        pytest.param((0, 40), (1,), "points", id="PK-15 an empty pile"),
        pytest.param((27, 27), (0, 1), "shared", id="HR-PK-01"),
    ],
)
def test_the_bigger_pile_wins(piles: tuple[int, int], winners: tuple[int, ...], decided_by: str) -> None:
    sheet = fold(Piles(dict(enumerate(piles))), mode="base")
    assert (sheet.finished, sheet.winners, sheet.decided_by) == (True, winners, decided_by)
    found = sheet.lines[0].facts
    assert {seat: facts["won"] for seat, facts in found.items()} == {seat: int(seat in winners) for seat in (0, 1)}
    assert found[1] == {"game": 1, "won": int(1 in winners), "pile": piles[1], "captures": 0}
    assert PACK_O_DOGS.ranks(sheet)[0].seats == winners
    assert sheet.lines[0].callouts == (CallOut("in-the-box", winners),)
    assert sheet.rounds == ()


def test_captures_add_up_until_the_piles_are_counted() -> None:
    log = [Capture(0), Capture(1, pack=True), Capture(0, low_cat=True), Capture(1, pack=True, low_cat=True)]
    sheet = fold(*log, mode="base", games=2)
    assert (sheet.piles, sheet.captures, sheet.totals, sheet.lines) == ({0: 1, 1: 5}, 4, {0: 0, 1: 0}, ())
    counted = PACK_O_DOGS.play(sheet, Piles({0: 1, 1: 5}))
    assert (counted.piles, counted.captures, counted.totals) == ({0: 0, 1: 0}, 0, {0: 1, 1: 5})
    assert (counted.warnings, counted.finished) == ((), False)


def test_the_count_stands_against_the_log_with_a_warning() -> None:
    sheet = fold(Capture(0), Piles({1: 2, 0: 3}), mode="base")
    assert sheet.totals == {0: 3, 1: 2}
    assert [(notice.code, notice.round) for notice in sheet.warnings] == [("captures-differ", 1)]
    assert sheet.warnings[0].message.startswith("The captures came to 1 for {0} and 0 for {1};")


@pytest.mark.parametrize(
    ("code", "games", "totals", "winners", "decided_by", "words"),
    [
        pytest.param(
            "a-a-a-a-b-", 3, (10, 1), (0,), "points", "1 of 3 games played to the end, and 1 round", id="ahead"
        ),
        pytest.param("a-b-", 1, (1, 1), (0, 1), "shared", "by agreement after 2 rounds.", id="level"),
        pytest.param("a-b-", 3, (1, 1), (0, 1), "shared", "in game 1 of 3, after 2 rounds.", id="in game 1"),
        pytest.param("b-b-b-b-", 2, (0, 10), (1,), "points", "1 of 2 games played to the end.", id="between games"),
    ],
)
def test_a_match_stopped_by_agreement_counts_as_it_stands(
    code: str, games: int, totals: tuple[int, int], winners: tuple[int, ...], decided_by: str, words: str
) -> None:
    """HR-PK-08."""
    sheet = PACK_O_DOGS.play(played(code, games=games), Shorten())
    assert (tuple(sheet.totals.values()), sheet.winners, sheet.decided_by) == (totals, winners, decided_by)
    assert (sheet.finished, PACK_O_DOGS.next_step(sheet)) == (True, None)
    (notice,) = sheet.warnings
    assert notice.code == "shortened"
    assert words in notice.message
    for entry in (Round(0, pack=False), Shorten()):
        with pytest.raises(Illegal, match="stopped by agreement") as refused:
            PACK_O_DOGS.play(sheet, entry)
        assert refused.value.code == "round-after-end"


def test_a_match_without_a_round_is_not_stopped_with_a_result() -> None:
    with pytest.raises(Illegal, match="stop without a result") as refused:
        PACK_O_DOGS.play(played(""), Shorten())
    assert refused.value.code == "shorten"


def test_a_match_that_is_over_is_not_stopped() -> None:
    with pytest.raises(Illegal, match="the game is played"):
        PACK_O_DOGS.play(played("a-a-a-a-"), Shorten())
