"""The points of a result under each scheme."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.base import Malformed
from scoring.standings import (
    ACROSS,
    DEFAULT,
    Line,
    Result,
    Scheme,
    counted,
    line_of,
    points,
    scheme_from_json,
    scheme_to_json,
)

PLACES = Scheme(way="places")


def a_result(place: int = 1, **about: object) -> Result:
    return Result(1, "m", place, 5, **about)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("place", "lost", "worth"), [(1, False, 600), (2, False, 400), (3, False, 300), (4, False, 100), (5, True, 0)]
)
def test_places_as_the_club_has_them(place: int, lost: bool, worth: int) -> None:
    assert points(PLACES, a_result(place, lost=lost)) == worth


def test_a_shared_place_shares_the_points_it_takes_up() -> None:
    assert points(PLACES, a_result(1, level=2)) == 500
    assert points(PLACES, a_result(2, level=3)) == 100 + 167
    assert points(PLACES, a_result(4, level=2)) == 100


def test_or_everybody_gets_the_better_place_in_full() -> None:
    assert points(Scheme(way="places", shared="full"), a_result(2, level=3)) == 400


@pytest.mark.parametrize(
    ("scheme", "worth"),
    [(DEFAULT, 100), (Scheme(way="flat"), 400), (Scheme(way="totals"), -700), (Scheme(way="flat", win=0), 100)],
)
def test_the_other_ways(scheme: Scheme, worth: int) -> None:
    assert points(scheme, a_result(won=True, total=-7)) == worth


def test_a_win_is_worth_nothing_to_whoever_did_not_win() -> None:
    assert points(DEFAULT, a_result()) == 0


def nights(*places: int) -> list[Result]:
    """Results with these places, two a night."""
    return [Result(1, f"m{at}", place, 9, night=f"n{at // 2}") for at, place in enumerate(places)]


def test_the_best_so_many_count() -> None:
    assert counted(Scheme(way="places", best=2), nights(9, 1, 2, 3)) == [600, 400]


def test_the_lowest_so_many_do_not_count_but_one_always_does() -> None:
    assert counted(Scheme(way="places", drop=3), nights(9, 1, 2, 3)) == [600]
    assert counted(Scheme(way="places", drop=9), nights(9, 1)) == [600]


def test_of_a_night_the_best_match_counts() -> None:
    assert counted(Scheme(way="places", each="night"), nights(9, 1, 2, 3)) == [600, 400]


def test_games_are_added_up_each_by_its_own_scheme() -> None:
    played = [Result(1, "m", 1, 4, game="a", won=True), Result(1, "n", 2, 4, game="b")]
    line = line_of(1, played, ACROSS, {"b": PLACES})
    assert (line.points, line.peak, line.played, line.wins) == (500, 400, 2, 1)


def test_nobody_played_nothing() -> None:
    assert line_of(1, [], DEFAULT) == Line(1)


def test_the_form_is_the_best_place_of_each_of_the_last_six_nights() -> None:
    played = [Result(1, f"m{day}", 2, 5, when=f"2026-09-{day:02}", night=f"{day}") for day in range(1, 9)]
    line = line_of(1, [*played, Result(1, "late", 1, 4, when="2026-09-08T23", night="8", won=True)], DEFAULT)
    assert [night.night for night in line.form] == ["3", "4", "5", "6", "7", "8"]
    assert (line.form[-1].place, line.form[-1].won, line.form[-1].when) == (1, True, "2026-09-08T23")


@pytest.mark.parametrize(
    ("payload", "across", "words"),
    [
        ({"way": "sum"}, False, "across games alone"),
        ({"way": "totals"}, True, "do not add up"),
        ({"best": 2, "drop": 1}, False, "not both"),
        ({"way": "sum", "aggregate": "average"}, True, "Only a sum"),
        ({"way": "totals", "aggregate": "percentage"}, False, "what a winner gets"),
        ({"way": "flat", "win": 1, "coming": -1, "aggregate": "percentage"}, False, "what a winner gets"),
        ({"aggregate": "median"}, False, "aggregate"),
        ({"tie_breaks": ["wins", "wins"]}, False, "asked once"),
        ({"tie_breaks": ["dice"]}, False, "tie_breaks"),
        ({"tie_breaks": ["points"]}, False, "tie_breaks"),
        ({"way": "dice"}, False, "way"),
        ({"coming": 1001}, False, "coming"),
        ({"places": []}, False, "places"),
        ({"best": 1.0}, False, "best"),
        ({"bark": 1}, False, "bark"),
        ({"pulls": {"1": 15}}, False, "1"),
        ([], False, "object"),
    ],
)
def test_a_scheme_that_makes_no_sense_is_refused(payload: object, across: bool, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        scheme_from_json(payload, across=across)


SCHEMES = st.builds(
    Scheme,
    way=st.sampled_from(["wins", "places", "flat", "totals"]),
    places=st.lists(st.integers(-1000, 1000), min_size=1, max_size=30).map(tuple),
    coming=st.integers(-1000, 1000),
    drop=st.integers(0, 9),
    tie_breaks=st.lists(st.sampled_from(["wins", "losses", "meetings", "pull"]), unique=True).map(tuple),
    pulls=st.dictionaries(st.integers(1, 99), st.integers(2, 14)),
)


@given(SCHEMES)
def test_a_scheme_comes_back_as_it_was_stored(scheme: Scheme) -> None:
    assert scheme_from_json(scheme_to_json(scheme)) == scheme


@given(st.integers(1, 9), st.lists(st.integers(-20, 20), min_size=1, max_size=9))
def test_sharing_gives_out_what_the_places_hold(level: int, places: list[int]) -> None:
    """All who share get the points of their places together, each share rounded to a hundredth."""
    scheme = Scheme(way="places", coming=0, places=tuple(places))
    given_out = level * points(scheme, a_result(1, level=level))
    assert 2 * abs(100 * sum(places[:level]) - given_out) <= level
