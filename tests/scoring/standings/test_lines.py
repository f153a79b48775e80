"""One player's line of the standings, whichever keys the database uses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from scoring.standings.lines import FORM, Line, line_of, line_with
from scoring.standings.metrics import rank
from scoring.standings.scheme import ACROSS, BY_PLACE, DEFAULT, Result, Scheme

GAMES = {"a": BY_PLACE, "b": DEFAULT, "c": Scheme(way="totals", best=2)}
SCHEMES = [DEFAULT, BY_PLACE, ACROSS, Scheme(way="totals"), Scheme(way="flat", drop=1), Scheme(each="night")]
SCHEMES += [Scheme(aggregate="average"), Scheme(way="totals", rules="")]
NIGHTS = "defghijkl"  # more nights than a form has
RESULTS = st.builds(
    Result,
    player=st.just(1),
    event=st.just(""),
    place=st.integers(1, 3),
    players=st.integers(3, 5),
    game=st.sampled_from([*GAMES]),
    when=st.sampled_from("123456789"),
    night=st.sampled_from(NIGHTS),
    level=st.integers(1, 2),
    total=st.integers(-9, 9),
    won=st.booleans(),
    lost=st.booleans(),
)
START = "2026-11-19T19:30:00"


@pytest.mark.parametrize("second", ["night-10", "night-8", "2026-11-19"])
def test_of_two_nights_that_began_together_the_better_one_comes_first(second: str) -> None:
    played = [Result(1, "m", 6, 10, when=START, night="night-9"), Result(1, "n", 3, 12, when=START, night=second)]
    for results in (played, played[::-1]):
        assert [night.place for night in line_of(1, results, Scheme()).form] == [3, 6]


def test_nights_that_are_alike_stand_in_one_order_whichever_came_first() -> None:
    played = [Result(1, each, 2, 5, when=START, night=each) for each in ("a", "b")]
    assert line_of(1, played, Scheme()) == line_of(1, played[::-1], Scheme())


def test_every_field_of_a_line_follows_from_the_results() -> None:
    played = [Result(1, "m", 4, 4, when=START, night="n", total=7, won=True, lost=True)]
    line = line_of(1, played, DEFAULT)
    assert [name for name in Line.__struct_fields__ if getattr(line, name) == getattr(Line(0), name)] == []


def with_each(results: list[Result], scheme: Scheme) -> list[tuple[Line | None, Line]]:
    """After each result: the line with it added incrementally (None where that is not possible), and the line of all
    results so far.
    """
    named = [structs.replace(each, event=str(at)) for at, each in enumerate(results)]
    found = []
    for at, new in enumerate(named):
        evening = [each for each in named[: at + 1] if each.night == new.night]
        before = line_of(1, named[:at], scheme, GAMES)
        found.append((line_with(before, new, evening, scheme, GAMES), line_of(1, named[: at + 1], scheme, GAMES)))
    return found


@given(st.lists(RESULTS, max_size=20), st.sampled_from(SCHEMES))
def test_a_line_with_a_result_added_is_that_of_all_results(results: list[Result], scheme: Scheme) -> None:
    assert [(added or line) == line for added, line in with_each(results, scheme)] == [True] * len(results)


@given(st.lists(RESULTS, max_size=20), st.sampled_from([DEFAULT, BY_PLACE, Scheme(way="totals")]))
def test_where_matches_count_one_by_one_nothing_else_is_asked(results: list[Result], scheme: Scheme) -> None:
    """With the results in the order of the nights."""
    played = [structs.replace(each, when=each.night) for each in sorted(results, key=lambda each: each.night)]
    better = [structs.replace(each, place=1, won=False, lost=False, players=5) for each in played]
    assert None not in [added for added, _ in with_each(better, scheme)]


@pytest.mark.parametrize("scheme", [Scheme(each="night"), Scheme(best=3), Scheme(drop=1)])
def test_where_results_compete_all_of_them_are_asked(scheme: Scheme) -> None:
    assert line_with(Line(1), Result(1, "m", 1, 4), [Result(1, "m", 1, 4)], scheme) is None


def test_a_night_that_moves_back_in_a_full_form_asks_for_the_nights_before() -> None:
    """Seven nights began at the same moment; the first of the six in the form gets better, so that the seventh takes
    its place in the form.
    """
    nights = [Result(1, night, 2, 5, when=START, night=night) for night in NIGHTS[: FORM + 1]]
    again = Result(1, "again", 1, 5, when=START, night=NIGHTS[1])
    before = line_of(1, nights, DEFAULT)
    assert line_with(before, again, [nights[1], again], DEFAULT) is None
    assert line_of(1, [*nights, again], DEFAULT).form[0].night == NIGHTS[0]


MEANS = [
    (Scheme(aggregate="average"), 67),
    (Scheme(aggregate="percentage"), 6667),
    (Scheme(way="places", aggregate="average", best=2), 600),
    (Scheme(way="places", aggregate="percentage"), 8333),
    (Scheme(way="totals", aggregate="average"), 400),
]


@pytest.mark.parametrize(("scheme", "points"), MEANS)
def test_an_average_or_a_percentage_is_of_the_matches_that_count(scheme: Scheme, points: int) -> None:
    """Two matches won and a third place: by place 1 + 5 points, and 1 + 2."""
    places = [(1, 9), (1, 3), (3, 0)]
    played = [
        Result(1, f"m{at}", place, 4, night=f"n{at}", total=total, won=place == 1)
        for at, (place, total) in enumerate(places)
    ]
    assert line_of(1, played, scheme).points == points
    assert line_with(line_of(1, played[:2], scheme), played[2], played[2:], scheme) is None


def test_totals_by_other_rules_are_no_part_of_an_average_nor_of_its_minimum() -> None:
    scheme = Scheme(way="totals", rules="", aggregate="average", minimum=2)
    played = [Result(1, "m", 1, 4, total=-4), Result(1, "n", 1, 4, total=90, rules="1a2b3c4d")]
    line = line_of(1, played, scheme)
    assert (line.points, line.played) == (-400, 1)
    none = line_of(2, [structs.replace(played[1], player=2)], scheme)
    assert [row.place for row in rank([line, none], scheme)] == [None, None]
    assert [row.place for row in rank([line, none], structs.replace(scheme, minimum=0))] == [1, None]


@pytest.mark.parametrize(
    ("rules", "total", "best"), [(None, 86, 90), ("", -4, -4), ("1a2b3c4d", 90, 90), ("x", 0, None)]
)
def test_tie_breaks_by_totals_count_one_set_of_rules(rules: str | None, total: int, best: int | None) -> None:
    scheme = Scheme(rules=rules, tie_breaks=("total", "high"))
    played = [Result(1, "m", 1, 4, night="a", total=-4), Result(1, "n", 1, 4, night="b", total=90, rules="1a2b3c4d")]
    line = line_of(1, played, scheme)
    assert (line.total, line.best, line.played) == (total, best, 2)
    assert line_with(line_of(1, played[:1], scheme), played[1], played[1:], scheme) == line
