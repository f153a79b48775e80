"""The rules of Clash of Corgis that the engine applies, as tables; ids as on its rules page."""

from typing import Any

import pytest

from scoring.base import Illegal
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game, Options, Shorten
from tests.scoring.clash_of_corgis.series import fold, won


@pytest.mark.parametrize(
    ("seats", "winners", "best_of", "totals", "series"),
    [
        pytest.param(2, [], 5, [0, 0], None, id="CC-31 nothing played"),
        pytest.param(3, [2], 5, [0, 0, 1], None, id="CC-31 a win is a point"),
        pytest.param(2, [0, 1, 0, 1], 5, [2, 2], None, id="HR-CC-01 two all"),
        pytest.param(2, [0, 1, 0, 1, 1], 5, [2, 3], 1, id="HR-CC-01 three of five"),
        pytest.param(2, [0, 0, 0], 5, [3, 0], 0, id="HR-CC-01 three in a row are enough"),
        pytest.param(2, [1], 1, [0, 1], 1, id="HR-CC-01 one game"),
        pytest.param(3, [1, 1], 3, [0, 2, 0], 1, id="HR-CC-01 two of three"),
        pytest.param(4, [0, 1, 2, 3, 0], 5, [2, 1, 1, 1], None, id="HR-CC-01 five games and nobody has three"),
        pytest.param(4, [0, 1, 2, 3, 0, 1, 2, 3, 3], 5, [2, 2, 2, 3], 3, id="HR-CC-01 the ninth game decides"),
        pytest.param(2, [0] * 50, 99, [50, 0], 0, id="HR-CC-01 the longest"),
    ],
)
def test_the_first_to_more_than_half_wins_the_series(
    seats: int, winners: list[int], best_of: int, totals: list[int], series: int | None
) -> None:
    sheet = fold(seats, *won(*winners), best_of=best_of)
    assert [sheet.totals[seat] for seat in range(seats)] == totals
    assert sheet.winners == (() if series is None else (series,))
    assert sheet.finished == (series is not None)
    assert (CLASH_OF_CORGIS.next_step(sheet) is None) == sheet.finished
    assert (sheet.losers, sheet.needs, sheet.warnings) == ((), (), ())


@pytest.mark.parametrize(
    ("winners", "first", "starters", "upcoming"),
    [
        pytest.param([], None, [], None, id="CC-03 nobody drawn yet"),
        pytest.param([], 2, [], 2, id="CC-03 drawn"),
        pytest.param([1], None, [None], 1, id="CC-03 the winner starts the next"),
        pytest.param([1, 0, 0, 2], 2, [2, 1, 0, 0], 2, id="CC-03 always the last winner"),
    ],
)
def test_the_last_winner_starts(
    winners: list[int], first: int | None, starters: list[int | None], upcoming: int | None
) -> None:
    sheet = fold(3, *won(*winners), first_starter=first)
    assert [line.starter for line in sheet.lines] == starters
    assert sheet.starter == upcoming


def test_what_was_counted_of_the_cards_left_is_kept() -> None:
    """CC-32."""
    counted = fold(3, Game(1, {2: 5, 0: 12})).lines[0]
    assert (dict(counted.cards_left), counted.counted) == ({0: 12, 1: 0, 2: 5}, True)
    some = fold(3, Game(1, {2: 5, 1: 0})).lines[0]
    assert (dict(some.cards_left), some.counted) == ({1: 0, 2: 5}, False)
    nobody = fold(3, Game(1)).lines[0]
    assert (dict(nobody.cards_left), nobody.counted) == ({}, False)


@pytest.mark.parametrize(
    ("games", "expected", "together"),
    [
        pytest.param([], [(1, (0, 1, 2))], None, id="nothing played"),
        pytest.param([Game(0)], [(1, (0,)), (2, (1, 2))], None, id="HR-CC-02 nobody counted"),
        pytest.param([Game(0, {1: 5, 2: 3})], [(1, (0,)), (2, (2,)), (3, (1,))], {0: 0, 1: 5, 2: 3}, id="HR-CC-02"),
        pytest.param(
            [Game(0, {1: 5, 2: 3}), Game(0, {1: 2, 2: 4})],
            [(1, (0,)), (2, (1, 2))],
            {0: 0, 1: 7, 2: 7},
            id="HR-CC-02 level on cards too",
        ),
        pytest.param(
            [Game(0, {1: 5, 2: 3}), Game(1)], [(1, (0, 1)), (3, (2,))], None, id="HR-CC-02 one game not counted"
        ),
        pytest.param(
            [Game(0, {1: 5}), Game(1, {0: 1, 2: 1})],
            [(1, (0, 1)), (3, (2,))],
            None,
            id="HR-CC-02 one player not counted",
        ),
        pytest.param(
            [Game(0, {1: 5, 2: 1}), Game(1, {0: 12, 2: 1})],
            [(1, (1,)), (2, (0,)), (3, (2,))],
            {0: 12, 1: 5, 2: 2},
            id="HR-CC-02 wins come first",
        ),
    ],
)
def test_fewer_cards_left_rank_the_level(
    games: list[Game], expected: list[tuple[int, tuple[int, ...]]], together: dict[int, int] | None
) -> None:
    sheet = fold(3, *games)
    assert [(rank.place, rank.seats) for rank in CLASH_OF_CORGIS.ranks(sheet)] == expected
    assert sheet.cards_left == together


def test_facts_are_what_statistics_read() -> None:
    lines = fold(3, Game(1, {0: 4}), Game(1), first_starter=0).lines
    assert lines[0].facts == {
        0: {"won": 0, "started": 1, "wins": 0, "cards_left": 4},
        1: {"won": 1, "started": 0, "wins": 1, "cards_left": 0},
        2: {"won": 0, "started": 0, "wins": 0},
    }
    assert lines[1].facts[1] == {"won": 1, "started": 1, "wins": 2}


def test_who_leads_is_called_out_as_everywhere() -> None:
    line = fold(3, *won(0, 1)).lines[-1]
    assert (line.leaders, line.bottom) == ((0, 1), (2,))
    assert [(call.term, call.seats) for call in line.callouts] == [("in-the-box", (0, 1))]


def test_clash_of_corgis_hides_nothing() -> None:
    sheet = fold(2, *won(0))
    assert CLASH_OF_CORGIS.public(sheet) == sheet
    assert not CLASH_OF_CORGIS.hides(sheet, Game(0))
    assert Options() == Options(5, None)


@pytest.mark.parametrize(
    ("seats", "winners", "options", "expected"),
    [
        (
            3,
            [],
            {},
            {
                "number": 1,
                "seats": (0, 1, 2),
                "starter": None,
                "best_of": 5,
                "to_win": 3,
                "wins": {0: 0, 1: 0, 2: 0},
                "to_go": {0: 3, 1: 3, 2: 3},
                "one_short": (),
                "most_left": 12,
            },
        ),
        (2, [0, 1, 0], {}, {"number": 4, "starter": 0, "to_go": {0: 1, 1: 2}, "one_short": (0,)}),
        (2, [], {"best_of": 1}, {"to_win": 1, "one_short": (0, 1)}),
        (2, [], {"first_starter": 1}, {"starter": 1}),
    ],
)
def test_a_step_knows_the_road(
    seats: int, winners: list[int], options: dict[str, Any], expected: dict[str, Any]
) -> None:
    step = CLASH_OF_CORGIS.next_step(fold(seats, *won(*winners), **options))
    assert {key: getattr(step, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("games", "winners", "places"),
    [
        pytest.param(won(0, 1, 1), (1,), [1, 2, 3], id="HR-CC-07 whoever is ahead"),
        pytest.param(won(0, 1), (0, 1), [1, 1, 3], id="HR-CC-07 level and nobody counted"),
        pytest.param([Game(0, {1: 4, 2: 1}), Game(1, {0: 5, 2: 1})], (1,), [1, 2, 3], id="HR-CC-02 fewer cards left"),
    ],
)
def test_a_series_stopped_by_agreement_counts_as_it_stands(
    games: list[Game], winners: tuple[int, ...], places: list[int]
) -> None:
    sheet = fold(3, *games, Shorten())
    assert (sheet.finished, sheet.winners, CLASH_OF_CORGIS.next_step(sheet)) == (True, winners, None)
    assert [rank.place for rank in CLASH_OF_CORGIS.ranks(sheet) for _ in rank.seats] == places
    (notice,) = sheet.warnings
    assert (notice.code, "3 would have won the series" in notice.message) == ("shortened", True)
    for entry in (Game(0), Shorten()):
        with pytest.raises(Illegal, match="stopped by agreement"):
            CLASH_OF_CORGIS.play(sheet, entry)


def test_a_series_without_a_game_is_not_stopped_with_a_result() -> None:
    with pytest.raises(Illegal, match="stop without a result") as refused:
        fold(3, Shorten())
    assert refused.value.code == "shorten"


def test_one_game_is_said_as_one() -> None:
    assert "after 1 game;" in fold(2, Game(0), Shorten()).warnings[0].message
