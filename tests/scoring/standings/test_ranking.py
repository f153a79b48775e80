"""The order of the standings, and the metric that decided each place."""

from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.standings import (
    METRICS,
    TIE_BREAKS,
    Line,
    RankedRow,
    Result,
    Scheme,
    line_of,
    played_in,
    rank,
    scheme_from_json,
)
from scoring.standings.lines import Played
from scoring.standings.metrics import Metric
from scoring.standings.scheme import TieBreak

EVERY = tuple(metric.key for metric in TIE_BREAKS)


def the_mock() -> tuple[list[Line], Played, Scheme]:
    """The example of the design: player 1 leads; 2 and 3 are level in three metrics, and 2 finished ahead of 3 in six
    of nine matches.
    """
    lines = [Line(1, 4100, wins=4), Line(2, 2700, wins=2), Line(3, 2700, wins=2)]
    ahead = [(2, 3)] * 6 + [(3, 2)] * 3
    results = [Result(who, f"m{at}", place, 9) for at, pair in enumerate(ahead) for place, who in enumerate(pair, 1)]
    return lines, played_in(results), Scheme(way="places", tie_breaks=("wins", "losses", "meetings", "peak"))


def standing(rows: list[RankedRow]) -> list[tuple[int | None, int]]:
    """Place and player of each row."""
    return [(row.place, row.line.player) for row in rows]


def comparisons_of(row: RankedRow) -> list[tuple[str, int, int, str]]:
    """Key, own value, value above and verdict of each metric compared."""
    return [(each.key, each.mine, each.above, each.verdict) for each in row.decided]


def test_level_players_share_a_place_and_the_next_one_counts_them() -> None:
    rows = rank([Line(1, 100), Line(2, 100), Line(3, 0)], Scheme(tie_breaks=()))
    assert standing(rows) == [(1, 1), (1, 2), (3, 3)]
    assert comparisons_of(rows[1]) == [("points", 100, 100, "level")]
    assert rows[0].decided == ()


def test_an_empty_table_is_empty() -> None:
    assert rank([], Scheme()) == []


def test_the_default_is_wins_then_fewer_cones_then_more_matches() -> None:
    lines = [Line(1, 200, played=5), Line(2, 200, played=6), Line(3, 200, played=9, losses=1), Line(4, 300)]
    assert standing(rank(lines, Scheme())) == [(1, 4), (2, 2), (3, 1), (4, 3)]


def test_whoever_played_too_little_comes_after_all_others() -> None:
    rows = rank([Line(1, 900, played=1), Line(2, 100, played=3), Line(3, 950, played=2)], Scheme(minimum=3))
    assert standing(rows) == [(1, 2), (None, 3), (None, 1)]
    assert rows[1].decided == ()


def test_two_who_are_level_are_asked_who_was_ahead_when_both_played() -> None:
    """The verdicts of the design: level, level, level, decided, not asked."""
    lines, played, scheme = the_mock()
    rows = rank(lines, scheme, played)
    assert standing(rows) == [(1, 1), (2, 2), (3, 3)]
    assert comparisons_of(rows[2]) == [
        ("points", 2700, 2700, "level"),
        ("wins", 2, 2, "level"),
        ("losses", 0, 0, "level"),
        ("meetings", 3, 6, "decided"),
        ("peak", 0, 0, "unasked"),
    ]


def test_among_three_the_meetings_of_all_three_count() -> None:
    events = [(1, 2, 3), (2, 3, 1), (1, 3, 2)]
    results = [
        Result(player, f"m{at}", place, 3) for at, event in enumerate(events) for place, player in enumerate(event, 1)
    ]
    rows = rank([Line(player) for player in (1, 2, 3)], Scheme(tie_breaks=("meetings",)), played_in(results))
    assert standing(rows) == [(1, 1), (2, 2), (3, 3)]
    assert comparisons_of(rows[1]) == [("points", 0, 0, "level"), ("meetings", 0, 2, "decided")]
    assert comparisons_of(rows[2])[1] == ("meetings", -2, 0, "decided")


def test_meetings_are_asked_among_those_alone_who_are_still_level() -> None:
    results = [Result(1, "m", 1, 3), Result(2, "m", 2, 3), Result(3, "m", 3, 3)]
    rows = rank([Line(1), Line(2), Line(3, 100)], Scheme(tie_breaks=("meetings",)), played_in(results))
    assert standing(rows) == [(1, 3), (2, 1), (3, 2)]
    assert comparisons_of(rows[2])[1] == ("meetings", 0, 1, "decided")


def test_players_who_never_met_are_level_in_their_meetings() -> None:
    assert standing(rank([Line(1), Line(2)], Scheme(tie_breaks=("meetings",)))) == [(1, 1), (1, 2)]


def test_a_shared_place_in_a_match_is_nobodys_win_over_the_other() -> None:
    played = played_in([Result(1, "m", 1, 3), Result(2, "m", 1, 3)])
    assert METRICS["meetings"].figures([Line(1), Line(2)], played) == {1: 0, 2: 0}


BETTER: list[tuple[TieBreak, Line, Line]] = [
    ("wins", Line(1, wins=2), Line(2, wins=1)),
    ("losses", Line(1, losses=1), Line(2, losses=2)),
    ("peak", Line(1, peak=600), Line(2, peak=400)),
    ("high", Line(1, best=3), Line(2, best=-3)),
    ("high", Line(1, best=3), Line(2)),
    ("total", Line(1, total=-1), Line(2, total=-2)),
    ("average", Line(1, places=3, played=2), Line(2, places=2, played=1)),
    ("games", Line(1, played=2), Line(2, played=1)),
    ("nights", Line(1, nights=2), Line(2, nights=1)),
]


@pytest.mark.parametrize(("key", "better", "worse"), BETTER)
def test_each_tie_break_puts_the_better_one_ahead(key: TieBreak, better: Line, worse: Line) -> None:
    for lines in ([better, worse], [worse, better]):
        assert standing(rank(lines, Scheme(tie_breaks=(key,)))) == [(1, 1), (2, 2)]


def test_each_tie_break_that_reads_a_line_has_an_example() -> None:
    assert {*EVERY} - {key for key, _, _ in BETTER} == {"meetings", "pull"}


def test_a_card_is_the_last_resort_and_no_card_is_the_lowest() -> None:
    scheme = Scheme(tie_breaks=("pull",), pulls={2: 14, 3: 9})
    assert standing(rank([Line(1), Line(2), Line(3)], scheme)) == [(1, 2), (2, 3), (3, 1)]


def test_every_tie_break_a_scheme_may_name_is_a_metric() -> None:
    assert get_args(TieBreak) == EVERY


@pytest.mark.parametrize("metric", TIE_BREAKS, ids=lambda metric: metric.key)
def test_a_tie_break_that_compares_totals_says_so(metric: Metric) -> None:
    """Totals by other rules do not compare: who asks for them chooses by which rules (HR-DD-21)."""
    plain = Line(1, wins=1, losses=1, played=2, nights=2, places=3, peak=100)
    lines = [plain, replace(plain, total=7, best=7)]
    reads = len({*(metric.figures([line], played_in(()))[1] for line in lines)}) > 1
    assert reads == scheme_from_json({"tie_breaks": [metric.key]}).reads_totals


def test_every_metric_says_who_is_ahead_in_words() -> None:
    assert all(
        metric.name and metric.description.endswith(".") and metric.decided("Ann").startswith("Ann ")
        for metric in METRICS.values()
    )


RESULTS = st.lists(
    st.builds(
        Result,
        player=st.integers(1, 6),
        event=st.sampled_from(["a", "b", "c", "d"]),
        place=st.integers(1, 6),
        players=st.just(6),
        night=st.sampled_from(["x", "y"]),
        total=st.integers(-40, 40),
        won=st.booleans(),
        lost=st.booleans(),
    ),
    unique_by=lambda result: (result.player, result.event),
)
SCHEMES: Any = st.builds(
    Scheme,
    way=st.sampled_from(["wins", "places", "flat", "totals"]),
    each=st.sampled_from(["match", "night"]),
    minimum=st.integers(0, 3),
    tie_breaks=st.lists(st.sampled_from(EVERY), unique=True).map(tuple),
    pulls=st.dictionaries(st.integers(1, 6), st.integers(2, 14)),
)


def table(results: list[Result], scheme: Scheme) -> list[RankedRow]:
    players = sorted({result.player for result in results})
    lines = [line_of(each, [result for result in results if result.player == each], scheme) for each in players]
    return rank(lines, scheme, played_in(results))


@given(st.data(), RESULTS, SCHEMES)
def test_the_order_of_results_does_not_matter(data: Any, results: list[Result], scheme: Scheme) -> None:
    assert table(data.draw(st.permutations(results)), scheme) == table(results, scheme)


@given(RESULTS, SCHEMES)
def test_everybody_stands_once_and_places_count_everybody_above(results: list[Result], scheme: Scheme) -> None:
    rows = table(results, scheme)
    assert sorted(row.line.player for row in rows) == sorted({result.player for result in results})
    ranked = [row.place for row in rows if row.place is not None]
    assert all(place == 1 + sum(other < place for other in ranked) for place in ranked)
    assert [row.line.points for row in rows if row.place] == sorted(
        (row.line.points for row in rows if row.place), reverse=True
    )


@given(RESULTS, SCHEMES)
def test_every_row_says_what_was_asked_and_one_thing_decides_at_most(results: list[Result], scheme: Scheme) -> None:
    rows = [row for row in table(results, scheme) if row.place]
    for above, row in pairwise(rows):
        assert [each.key for each in row.decided] == ["points", *scheme.tie_breaks]
        verdicts = [each.verdict for each in row.decided]
        assert verdicts == sorted(verdicts, key=["level", "decided", "unasked"].index)
        assert verdicts.count("decided") == (above.place != row.place)


@given(RESULTS)
def test_sums_add_up(results: list[Result]) -> None:
    rows = table(results, Scheme(way="totals"))
    assert sum(row.line.points for row in rows) == 100 * sum(result.total for result in results)
    assert sum(row.line.played for row in rows) == len(results)
