"""The points of a round (PK-25 to PK-29, PK-39), its facts and its effects."""

import pytest

from scoring.pack_o_dogs import Product, Round
from scoring.pack_o_dogs.sheet import MOST_ROUNDS, captured
from tests.scoring.pack_o_dogs.pages import fold, line, played


@pytest.mark.parametrize(
    ("code", "sums"),
    [
        pytest.param("a-", "1x1x1", id="PK-26 without a pack"),
        pytest.param("aP", "2x1x1", id="PK-26 with a pack"),
        pytest.param("a-b-", "1x1x1", id="PK-27 the other's round breaks the row"),
        pytest.param("a-a-", "1x2x1", id="PK-27 two in a row"),
        pytest.param("aPa-aP", "2x3x1", id="PK-27 three in a row"),
        pytest.param("a-a-b-a-", "1x1x1", id="PK-27 after a break it starts anew"),
        pytest.param("a-a-b-b-a-", "1x1x2", id="PK-28 round five"),
        pytest.param("a-a-b-b-a-b-", "1x1x3", id="PK-28 round six"),
        pytest.param("a-a-b-b-a-b-aP", "2x1x4", id="PK-28 round seven"),
        pytest.param("b-aPaPa-b-b-", "1x2x3", id="PK-29 both: 1 x 2 x 3 = 6"),
        pytest.param("b-b-b-aPaPaPaP", "2x4x4", id="PK-40 the largest round"),
    ],
)
def test_a_round_is_the_sum_it_is(code: str, sums: str) -> None:
    found = line(played(code))
    base, streak, late = map(int, sums.split("x"))
    assert found.product == Product(base, streak, late)
    assert found.points == {found.winner: base * streak * late, 1 - found.winner: 0}


@pytest.mark.parametrize(
    ("fourth", "expected"),
    [pytest.param("b-", (11, 9), id="PK-39 plain"), pytest.param("bP", (11, 12), id="PK-39 with a pack")],
)
def test_the_example_of_the_publisher(fourth: str, expected: tuple[int, int]) -> None:
    sheet = played(f"a-bPbP{fourth}aPa-")
    assert tuple(sheet.totals.values()) == expected
    assert sheet.rounds_won == {0: 3, 1: 3}
    assert [found.points[found.winner] for found in sheet.rounds[:3]] == [1, 2, 4]
    assert [found.points[0] for found in sheet.rounds[4:]] == [4, 6]


def test_a_round_leaves_its_facts() -> None:
    found = line(fold(Round(1, pack=False), Round(1, pack=True, turns=2, treat=True)))
    assert found.facts[1] == {
        "game": 1,
        "round_in_game": 2,
        "won": 1,
        "pack": 1,
        "treat": 1,
        "base": 2,
        "streak": 2,
        "late": 1,
        "rounds": 2,
        "game_points": 5,
        "closed": 0,
        "turned": 0,
        "turns": 2,
    }
    lost = {"won": 0, "pack": 0, "treat": 0, "base": 0, "streak": 0, "late": 0, "rounds": 0, "game_points": 0}
    assert found.facts[0] == {**found.facts[1], **lost}
    assert "turns" not in line(played("a-")).facts[0]


def test_the_fourth_round_won_closes_a_game() -> None:
    found = line(played("a-a-b-a-a-"))
    assert (found.facts[0]["closed"], found.facts[1]["closed"]) == (1, 0)


def test_a_game_may_be_turned_on_points() -> None:
    turned = line(played("a-a-a-bPbPbPa-"))
    assert [turned.facts[seat]["turned"] for seat in (0, 1)] == [0, 1]
    won = line(played("a-a-a-b-a-"))
    assert [won.facts[seat]["turned"] for seat in (0, 1)] == [0, 0]


def test_who_leads_is_in_the_box() -> None:
    assert [(call.term, call.seats) for call in line(played("a-bP")).callouts] == [("in-the-box", (1,))]
    assert line(played("a-b-")).leaders == (0, 1)


@pytest.mark.parametrize(
    ("pack", "low_cat", "cards"),
    [
        pytest.param(False, False, 1, id="PK-06"),
        pytest.param(True, False, 3, id="PK-07"),
        pytest.param(False, True, 0, id="PK-11 a low cat runs away"),
        pytest.param(True, True, 2, id="PK-07 and PK-11"),
    ],
)
def test_a_turn_captures(pack: bool, low_cat: bool, cards: int) -> None:
    assert captured(pack=pack, low_cat=low_cat) == cards


def test_a_game_has_seven_rounds_at_most() -> None:
    assert MOST_ROUNDS == 7
