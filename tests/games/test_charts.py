"""The geometry of charts."""

from itertools import pairwise

import pytest
from django.utils import translation

from clubs.models import Player
from games.charts.line_chart import BOTTOM, LABEL, LEFT, RIGHT, TOP, Series, every, line_chart, run_of, spread, ticks
from games.charts.plots import APART, Played, along_of, averages_of, dots_chart
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.ledger import record
from tests.factory import NAMES, a_club, a_match, some_players


def places(points: str) -> list[tuple[float, float]]:
    """The points of a polyline."""
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in points.split())]


def test_lines_stay_inside_and_run_from_edge_to_edge() -> None:
    chart = line_chart([Series("Bea", [(0, 0), (10, 50), (20, -12)])], "", 20, {})
    found = places(chart.lines[0].points)
    assert (found[0][0], found[-1][0]) == (LEFT, RIGHT)
    assert found[1][1] == TOP
    assert found[2][1] == BOTTOM


def test_zero_is_always_on_the_chart() -> None:
    for values in ([3, 9], [-3, -9], [0, 0]):
        chart = line_chart([Series("Bea", list(enumerate(values)))], "", 1, {})
        assert TOP <= chart.zero <= BOTTOM


def test_the_best_line_is_strong_the_last_dotted_and_neighbours_differ() -> None:
    chart = line_chart([Series(str(seat), [(0, 0), (1, 10 - seat)]) for seat in range(10)], "", 1, {})
    css = [line.css for line in chart.lines]
    assert (css[0], css[-1]) == ("l-top", "l-low")
    assert all(one != other for one, other in pairwise(css))


def test_labels_carry_a_true_minus() -> None:
    assert line_chart([Series("Łukasz", [(0, 0), (1, -5)])], "", 1, {}).lines[0].label == "−5 Łukasz"


@pytest.mark.parametrize("wanted", [[50.0] * 10, [12.0, 265.0], [260.0, 262.0, 265.0], list(map(float, range(10)))])
def test_labels_never_cover_each_other(wanted: list[float]) -> None:
    placed = sorted(spread(wanted))
    assert all(after - before >= LABEL - 0.01 for before, after in pairwise(placed))
    assert placed[-1] <= max(BOTTOM, TOP + LABEL * len(wanted))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-21, 96), (-300, 5), (0, 100000)])
def test_ticks_are_few_and_round(low: int, high: int) -> None:
    found = ticks(low, high)
    assert 1 <= len(found) <= 6 or high > 5000
    assert all(low <= tick <= high for tick in found)


def test_every_short_axis_is_numbered_throughout() -> None:
    assert list(every(4)) == [1, 2, 3, 4]


@pytest.mark.django_db
def test_the_run_begins_where_a_latecomer_sat_down() -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=2, seed=3)
    late = Player.objects.create(club=club, name=NAMES[5])
    record(match.pk, [Draft("join", 5, {"seat": 5}, player=late.pk)], version=match.version, by=Author(None))
    match.refresh_from_db()
    state = load(match)
    run = run_of(state, 20)
    assert run is not None
    assert [totals[5] for _, totals in run.rows] == [None, None]
    assert len(run.chart.lines) == 5


@pytest.mark.django_db
def test_one_hand_is_no_run() -> None:
    club = a_club()
    assert run_of(load(a_match(club, some_players(club), hands=1)), 20) is None


def test_dots_stand_where_their_totals_are_and_the_axis_has_zero() -> None:
    chart = dots_chart([Played(38), Played(75, won=True), Played(-5)], "", {0: "Sep"}, 40)
    assert [(dot.x, dot.label, dot.side) for dot in chart.dots] == [
        (16.67, "", ""),
        (50.0, "75, won", "above"),
        (83.33, "", ""),
    ]
    at = {tick.text: tick.at for tick in chart.across}
    assert list(at) == ["−20", "0", "20", "40", "60", "80"]
    assert [dot.y for dot in chart.dots] == [pytest.approx(80 - value, abs=0.01) for value in (38, 75, -5)]
    assert (chart.lines, chart.mean, chart.last.text) == ([], None, "−5")


def test_the_line_is_the_average_of_five_though_only_the_last_ones_are_shown() -> None:
    totals = [10 * number for number in range(12)]
    chart = dots_chart([Played(total) for total in totals], "", {}, 8)
    (line,) = chart.lines
    assert len(chart.dots) == len(line.split()) == 8
    assert averages_of(totals)[-1] == 90
    assert chart.mean
    assert (chart.mean.text, chart.last.text) == ("90", "110")


@pytest.mark.parametrize("last", [0, 50, 51, 100])
def test_the_labels_at_the_right_do_not_touch(last: int) -> None:
    chart = dots_chart([*[Played(50)] * 8, Played(last)], "", {}, 40)
    assert chart.mean
    assert abs(chart.last.at - chart.mean.at) >= APART
    assert max(chart.last.at, chart.mean.at) <= 100


def test_away_there_is_no_dot_and_the_line_breaks() -> None:
    played = [Played(10)] * 6 + [None, Played(20), None, Played(30), Played(40)]
    chart = dots_chart(played, "", {}, 20, {0: "Spring", 7: "Autumn"}, of="night")
    assert (len(chart.dots), len(chart.away)) == (9, 2)
    assert [len(line.split()) for line in chart.lines] == [2, 2]
    assert len(chart.lone) == 1
    assert [(turn.text, turn.at) for turn in chart.turns] == [("Spring", 0), ("Autumn", pytest.approx(63.64))]
    assert chart.mean
    assert (chart.mean.text, chart.last.text) == ("22", "40")


def test_the_axis_of_a_chart_of_chances_is_said_in_the_language() -> None:
    with translation.override("de"):
        assert along_of(12, "hand") == {0: "Start", 5: "Runde 5", 12: "12"}


def test_the_best_of_the_dots_says_in_every_language_that_it_won() -> None:
    with translation.override("de"):
        chart = dots_chart([Played(38), Played(75, won=True), Played(-5)], "", {0: "Sep"}, 40)
    assert "75, gewonnen" in [dot.label for dot in chart.dots]
