"""Ratings: new estimates from the places of a match."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.ratings import CLEAR, START, TABLE, Estimate, rated

ESTIMATES = st.builds(Estimate, st.floats(0, 50), st.floats(1, 9))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Estimate], list[int]]:
    """Strategy for the estimates of a table and its places, with gaps after ties."""
    totals = draw(st.lists(st.integers(0, 4), min_size=2, max_size=10))
    places = [1 + sum(other > total for other in totals) for total in totals]
    return draw(st.lists(ESTIMATES, min_size=len(places), max_size=len(places))), places


def test_nobody_is_rated_for_sitting_alone() -> None:
    assert rated([], []) == []
    assert rated([Estimate(30, 2)], [1]) == [Estimate(30, 2)]


def test_equals_part_by_their_places() -> None:
    after = rated([START] * 5, [1, 2, 3, 4, 5])
    assert all(better.mu > worse.mu for better, worse in pairwise(after))
    assert after[0].mu - START.mu == pytest.approx(START.mu - after[-1].mu)


def test_equals_that_share_every_place_stay_where_they_were() -> None:
    assert [each.mu for each in rated([START] * 3, [1, 1, 1])] == pytest.approx([START.mu] * 3)


@pytest.mark.parametrize("places", [[1, 1, 1, 4, 5], [1, 2, 2, 4, 5], [1, 1, 3, 3, 5], [1, 2, 2, 2, 5]])
def test_whoever_shares_a_place_does_better_than_everybody_behind(places: list[int]) -> None:
    after = rated([START] * 5, places)
    for (place, better), (behind, worse) in pairwise(zip(places, after, strict=True)):
        assert (better.mu > worse.mu) == (place < behind)
        assert (better == worse) == (place == behind)


def test_beating_the_strong_is_worth_more() -> None:
    weak, strong = Estimate(15, 3), Estimate(35, 3)
    over_strong, _ = rated([START, strong], [1, 2])
    over_weak, _ = rated([START, weak], [1, 2])
    assert over_strong.mu > over_weak.mu > START.mu


@given(tables())
def test_every_match_makes_it_clearer_and_chairs_do_not_matter(table: tuple[list[Estimate], list[int]]) -> None:
    before, places = table
    after = rated(before, places)
    assert rated(before, places) == after
    turned = rated(before[::-1], places[::-1])[::-1]
    assert [each.mu for each in turned] == pytest.approx([each.mu for each in after])
    assert all(now.sigma < was.sigma + 0.01 for was, now in zip(before, after, strict=True))


def test_a_table_larger_than_any_is_compared_whole() -> None:
    after = rated([START] * TABLE, [1] + [2] * (TABLE - 1))
    assert len({round(each.mu, 9) for each in after[1:]}) == 1


def test_who_has_hardly_played_is_provisional_and_cannot_be_on_top() -> None:
    lucky, _ = rated([START, START], [1, 2])
    settled = Estimate(27, CLEAR / 2)
    assert lucky.is_provisional and not settled.is_provisional
    assert lucky.cautious < settled.cautious
    assert settled.spread == CLEAR


def test_it_takes_some_twenty_matches_to_be_clear() -> None:
    four, played = [START] * 4, 0
    while four[0].is_provisional:
        four = rated(four, [1 + (seat + played) % 4 for seat in range(4)])
        played += 1
    assert 15 <= played <= 35
