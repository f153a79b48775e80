"""The points of a sheet are explained by a preset, or by simple values (HR-DD-21)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.dirty_dog import Options
from scoring.dirty_dog.explain import ScoredBid, code_of, explaining, scoring_of
from scoring.dirty_dog.hand import points
from scoring.dirty_dog.house_rules import PRESETS, Agreed, Made, Missed, Scoring, resolved
from tests.scoring.strategies import MADE, MISSED

SCORINGS = st.one_of(st.sampled_from([*PRESETS]), st.builds(Scoring, MADE, MISSED))


def scored(scoring: Agreed, bids: list[tuple[int, int, int]]) -> list[ScoredBid]:
    options = Options(scoring=scoring)
    return [ScoredBid(bid, took, cards, points(options, bid, took, cards)) for bid, took, cards in bids]


WHOLE = [(bid, took, cards) for cards in (1, 3, 4) for bid, took in product(range(cards + 1), repeat=2)]


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_is_the_only_one_that_explains_its_points(preset: Agreed) -> None:
    assert explaining(scored(preset, WHOLE)) == [preset]


@pytest.mark.parametrize(
    "own",
    [
        Scoring(Made(10, zero=5), Missed("difference", 5)),
        Scoring(Made(0, 1), Missed("nothing")),
        Scoring(Made(10, zero="cards"), Missed("tricks", 2)),
        Scoring(Made(5, 3), Missed("greater", 3)),
        Scoring(Made(7, 0, bid_squared=True), Missed("difference", 2, 4)),
    ],
)
def test_own_values_are_found(own: Scoring) -> None:
    first = explaining(scored(own, WHOLE))[0]
    assert scored(first, WHOLE) == scored(own, WHOLE)


@given(SCORINGS, st.lists(st.sampled_from(WHOLE), max_size=30))
def test_what_is_found_gives_exactly_the_points(scoring: Agreed, bids: list[tuple[int, int, int]]) -> None:
    sheet = scored(scoring, bids)
    for found in explaining(sheet):
        assert scored(found, bids) == sheet


@given(SCORINGS)
def test_all_agreed_values_are_found_where_the_sheet_shows_enough(scoring: Agreed) -> None:
    assert explaining(scored(scoring, WHOLE))


def test_points_that_no_rule_gives_are_explained_by_none() -> None:
    sheet = [ScoredBid(1, 1, 3, 11), ScoredBid(1, 1, 3, 12), ScoredBid(2, 0, 3, -1)]
    assert explaining(sheet) == []
    assert explaining([ScoredBid(1, 1, 3, 1000)]) == []


@given(SCORINGS)
def test_a_code_says_the_same_scoring(scoring: Agreed) -> None:
    assert len(code_of(scoring)) <= 60
    found = scoring_of(code_of(scoring))
    assert found is not None and resolved(found) == resolved(scoring)


@pytest.mark.parametrize("code", ["", "oh-hell", "10,1,0,/luck,1,0", "101,1,0,/nothing,1,0", "10,1,2,/nothing,1,0"])
def test_another_code_is_none(code: str) -> None:
    assert scoring_of(code) is None
