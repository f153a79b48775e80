"""One player's line, whatever the database calls what it is made of."""

import pytest

from scoring.standings.lines import line_of
from scoring.standings.results import Result
from scoring.standings.scheme import Scheme

START = "2026-11-19T19:30:00"


@pytest.mark.parametrize("second", ["night-10", "night-8", "2026-11-19"])
def test_of_two_nights_that_began_together_the_better_one_comes_first(second: str) -> None:
    played = [Result(1, "m", 6, 10, when=START, night="night-9"), Result(1, "n", 3, 12, when=START, night=second)]
    for results in (played, played[::-1]):
        assert [night.place for night in line_of(1, results, Scheme()).form] == [3, 6]


def test_nights_that_are_alike_stand_in_one_order_whichever_came_first() -> None:
    played = [Result(1, each, 2, 5, when=START, night=each) for each in ("a", "b")]
    assert line_of(1, played, Scheme()) == line_of(1, played[::-1], Scheme())
