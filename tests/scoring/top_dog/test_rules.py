"""The rules of Top Dog that the engine applies, as tables; the ids are those of docs/at-the-table/rules/top-dog.md."""

from typing import Any

import pytest

from scoring.top_dog import TOP_DOG, Options, Round, TopDogSheet
from scoring.top_dog.sheet import against, points
from tests.scoring.top_dog.rounds import cards, fold, totals, won

TIED = won(6, 6, tied=True)


@pytest.mark.parametrize(
    ("rounds", "options", "expected"),
    [
        pytest.param([won(6, 4, 3)], {}, [6, 4, 3], id="TD-09 thirteen hands"),
        pytest.param([won(6, 4, 3), won(0, 0, 13)], {}, [6, 4, 16], id="TD-11 added to what stood there"),
        pytest.param([won(5, 4, 3, tied=True)], {}, [5, 4, 3], id="TD-08 the tied last hand is nobody's"),
        pytest.param([cards(18, 12, 9)], {}, [6, 4, 3], id="TD-10 cards divided by the players"),
        pytest.param([cards(15, 12, 9, tied=True)], {}, [5, 4, 3], id="TD-10 cards, the last hand tied"),
        pytest.param([won(12, 8, 6)], {"suits": 2}, [12, 8, 6], id="TD-21 twenty-six hands"),
        pytest.param([won(12, 8, 5, tied=True)], {"suits": 2}, [12, 8, 5], id="TD-21 twenty-five hands"),
        pytest.param([won(5, 3, 2, dummy=3)], {"dummy": True}, [6, 3, 0], id="TD-20 +1, level, -2"),
        pytest.param([cards(20, 12, 8, dummy=12)], {"dummy": True}, [6, 3, 0], id="TD-19 the dummy's cards count"),
        pytest.param([won(0, 0, 0, dummy=13)], {"dummy": True}, [-2, -2, -2], id="TD-20 below nothing"),
        pytest.param(
            [won(5, 3, 2, dummy=3)], {"dummy": True, "dummy_scoring": "replace"}, [1, 0, -2], id="HR-TD-05 replace"
        ),
        pytest.param(
            [won(9, 2, 1, dummy=1), won(1, 4, 6, dummy=2)], {"dummy": True}, [9, 8, 8], id="HR-TD-05 a round each"
        ),
        pytest.param([won(4, 4, 3, note="Endless.")], {}, [4, 4, 3], id="HR-TD-04 a note lifts the sum"),
        pytest.param([won(13, 0, 0)], {"arranging": "all"}, [13, 0, 0], id="HR-TD-07 a whole round is arranged"),
    ],
)
def test_a_round_is_worth_its_hands(rounds: list[Round], options: dict[str, Any], expected: list[int]) -> None:
    assert totals(fold(3, *rounds, **options)) == expected


@pytest.mark.parametrize(
    ("seats", "rounds", "options", "winner"),
    [
        pytest.param(2, [won(13, 0)] * 2 + [won(8, 5)], {}, None, id="TD-13 34 are not enough"),
        pytest.param(2, [won(13, 0)] * 2 + [won(9, 4)], {}, 0, id="TD-13 35 win"),
        pytest.param(2, [won(0, 13)] * 3, {}, 1, id="TD-24 the fastest win is round 3"),
        pytest.param(2, [TIED] * 5 + [won(6, 7)], {}, 1, id="HR-TD-01 the highest of several"),
        pytest.param(2, [TIED] * 6, {}, None, id="HR-TD-01 level, so play on"),
        pytest.param(2, [TIED] * 7, {}, None, id="HR-TD-01 level again"),
        pytest.param(2, [TIED] * 7 + [won(7, 6)], {}, 0, id="HR-TD-01 until one leads"),
        pytest.param(2, [won(13, 0)] * 3, {"arranging": "rotating"}, None, id="TD-18 not in mid-cycle"),
        pytest.param(2, [won(13, 0)] * 4, {"arranging": "rotating"}, 0, id="TD-18 at the end of a cycle"),
        pytest.param(
            2,
            [won(13, 0), won(0, 13)] * 3,
            {"arranging": "rotating"},
            None,
            id="TD-18 level at the end of a cycle",
        ),
        pytest.param(3, [won(13, 0, 0)] * 3, {"arranging": "rotating"}, 0, id="TD-18 three rounds, a cycle of three"),
        pytest.param(2, [won(13, 0)] * 2, {"target": 26}, 0, id="another target"),
        pytest.param(2, [won(26, 0)] * 2, {"suits": 2}, 0, id="HR-TD-06 35 with two suits too"),
        pytest.param(2, [won(26, 0)] * 2, {"suits": 2, "target": 70}, None, id="HR-TD-06 or 70"),
        pytest.param(
            2,
            [won(6, 6, dummy=1), won(0, 0, dummy=13)],
            {"dummy": True, "target": 7},
            None,
            id="TD-13 back below the target nobody wins",
        ),
        pytest.param(2, [won(0, 0, dummy=13)] * 3, {"dummy": True}, None, id="TD-19 the dummy cannot win"),
    ],
)
def test_the_match_ends_when_one_leads_with_the_target(
    seats: int, rounds: list[Round], options: dict[str, Any], winner: int | None
) -> None:
    sheet = fold(seats, *rounds, **options)
    assert sheet.winners == (() if winner is None else (winner,))
    assert sheet.finished == (winner is not None)
    assert (TOP_DOG.next_step(sheet) is None) == sheet.finished
    assert (sheet.losers, sheet.needs) == ((), ())


@pytest.mark.parametrize(
    ("won_by", "dummy", "bonus", "added", "replaced"),
    [(5, 3, 1, 6, 1), (3, 3, 0, 3, 0), (2, 3, -2, 0, -2), (0, 13, -2, -2, -2), (13, 0, 1, 14, 1)],
)
def test_the_dummy_brings_one_nothing_or_minus_two(
    won_by: int, dummy: int, bonus: int, added: int, replaced: int
) -> None:
    assert (against(won_by, dummy), points(won_by, dummy), points(won_by, dummy, "replace")) == (bonus, added, replaced)


@pytest.mark.parametrize(
    ("seats", "first", "expected"),
    [(2, 0, [0, 1, 0, 1, 0]), (3, 1, [1, 2, 0, 1, 2]), (4, 3, [3, 0, 1, 2, 3])],
    ids=lambda value: str(value),
)
def test_arranging_goes_round_clockwise(seats: int, first: int, expected: list[int]) -> None:
    """TD-17."""
    hands = [13 - 3 * (seats - 1), *[3] * (seats - 1)]
    sheet = fold(seats, *[won(*hands)] * 5, arranging="rotating", first_arranger=first, target=500)
    assert [line.arranger for line in sheet.lines] == expected
    assert [line.cycle_end for line in sheet.lines] == [number % seats == 0 for number in range(1, 6)]


@pytest.mark.parametrize("arranging", ["none", "all"])
def test_nobody_takes_turns_without_variation_2(arranging: str) -> None:
    sheet = fold(2, won(7, 6), arranging=arranging)
    assert (sheet.lines[0].arranger, sheet.arranger, sheet.lines[0].cycle_end) == (None, None, True)


@pytest.mark.parametrize(
    ("seats", "options", "rounds", "expected"),
    [
        pytest.param(3, {}, [], [], id="nothing unusual"),
        pytest.param(2, {"suits": 2}, [], [], id="TD-22 two share one deck"),
        pytest.param(
            3,
            {"suits": 2},
            [],
            [("two-decks", None, "Two suits for each of 3 hands take two decks of cards.")],
            id="TD-22 three need two decks",
        ),
        pytest.param(
            2,
            {"suits": 2, "dummy": True},
            [],
            [("two-decks", None, "Two suits for each of 3 hands take two decks of cards.")],
            id="TD-22 the dummy plays two suits too",
        ),
        pytest.param(
            2,
            {},
            [won(5, 6, note="Stuck.")],
            [("hands-sum", 1, "Only 11 of 13 hands count in round 1: the note says why.")],
            id="HR-TD-04 stalemate",
        ),
        pytest.param(
            2,
            {},
            [won(5, 6, tied=True, note="Stuck.")],
            [("hands-sum", 1, "Only 11 of 12 hands count in round 1: the note says why.")],
            id="HR-TD-04 stalemate and a tied last hand",
        ),
        pytest.param(2, {}, [won(6, 7, note="Fun.")], [], id="a remark is no warning"),
        pytest.param(
            2,
            {},
            [TIED] * 6,
            [("level", 6, "{0} and {1} are level with 36: play on until one leads.")],
            id="HR-TD-01 level",
        ),
        pytest.param(
            2,
            {"arranging": "rotating"},
            [won(13, 0)] * 3,
            [("cycle", 3, "{0} has reached 35, but the match runs to round 4.")],
            id="TD-18 one is there",
        ),
        pytest.param(
            4,
            {"arranging": "rotating", "target": 4},
            [won(5, 4, 4, 0)],
            [("cycle", 1, "{0}, {1} and {2} have reached 4, but the match runs to round 4.")],
            id="TD-18 three are there",
        ),
        pytest.param(2, {}, [won(13, 0)] * 3, [], id="a match that is over"),
    ],
)
def test_what_is_unusual_is_said(
    seats: int, options: dict[str, Any], rounds: list[Round], expected: list[tuple[str, int | None, str]]
) -> None:
    found = fold(seats, *rounds, **options).warnings
    assert [(notice.code, notice.round, notice.message) for notice in found] == expected


def test_places_are_shared() -> None:
    found = TOP_DOG.ranks(fold(4, won(4, 3, 3, 3)))
    assert [(rank.place, rank.seats, rank.points) for rank in found] == [(1, (0,), 4), (2, (1, 2, 3), 3)]


def test_a_line_remembers_what_was_counted() -> None:
    line = fold(3, won(5, 3, 2, dummy=2, tied=True, note="A draw at the end."), dummy=True).lines[0]
    assert (line.hands, line.counted, dict(line.won), line.dummy) == (13, 12, {0: 5, 1: 3, 2: 2}, 2)
    assert (dict(line.against), line.last_hand_tied, line.note) == ({0: 1, 1: 1, 2: 0}, True, "A draw at the end.")
    assert (line.leaders, line.bottom) == ((0,), (2,))
    assert [(call.term, call.seats) for call in line.callouts] == [("in-the-box", (0,))]


def test_facts_are_what_statistics_read() -> None:
    lines = fold(2, won(4, 9), won(10, 3), arranging="rotating", first_arranger=1).lines
    assert lines[0].facts[1] == {"won": 9, "hands": 13, "most": 1, "arranged": 1, "place": 1, "climb": 0}
    assert lines[1].facts[0] == {"won": 10, "hands": 13, "most": 1, "arranged": 1, "place": 1, "climb": 1}
    assert lines[1].facts[1] == {"won": 3, "hands": 13, "most": 0, "arranged": 0, "place": 2, "climb": -1}


def test_facts_tell_the_dummy_apart() -> None:
    facts = fold(2, won(5, 2, dummy=6), dummy=True).lines[0].facts
    assert [facts[seat]["dummy"] for seat in (0, 1)] == [-2, -2]
    assert "dummy" not in fold(2, won(7, 6)).lines[0].facts[0]


def test_top_dog_hides_nothing() -> None:
    sheet: TopDogSheet = fold(2, won(7, 6))
    assert TOP_DOG.public(sheet) == sheet
    assert not TOP_DOG.hides(sheet, won(7, 6))
    assert Options() == Options(35, "none", 0, False, "add", 1)
