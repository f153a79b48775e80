"""The last lines of the suite say when a change adds to its processor time."""

import pytest

from tests.budget import Meter, growth, seconds

KNOWN = {"reference": 0.1, "seconds": {"tests/games": 100, "tests/browser": 400}}


@pytest.mark.parametrize(
    ("spent", "reference", "said"),
    [
        ({"tests/games": 101, "tests/browser": 404}, 0.1, []),
        ({"tests/games": 101, "tests/browser": 404}, 0.05, ["102%"]),
        ({"tests/games": 200}, 0.2, []),
        ({"tests/games": 100, "tests/browser": 440}, 0.1, ["8%", "tests/browser 40"]),
        ({"tests/games": 100, "tests/browser": 400, "tests/new": 50}, 0.1, ["10%", "tests/new 50"]),
        ({"tests/new": 50}, 0.1, ["100%"]),
    ],
)
def test_what_a_change_adds_is_said(spent: dict[str, int], reference: float, said: list[str]) -> None:
    line = " ".join(growth(spent, reference, KNOWN))
    assert bool(line) == bool(said)
    assert all(word in line for word in said)


def test_without_a_budget_nothing_is_compared() -> None:
    assert [*growth({"tests/games": 1}, 0.1, None)] == []


def test_the_seconds_include_this_process() -> None:
    before = seconds()
    sum(number * number for number in range(1_000_000))
    assert seconds() > before


def test_a_process_that_nobody_waits_for_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser's processes are counted while they run, and may end as nobody's children."""
    figures = iter([(1.0, 0.0), (1.0, 0.0), (2.0, 9.0), (4.0, 3.0)])
    monkeypatch.setattr("tests.budget.seconds", lambda: next(figures))
    meter = Meter()
    meter.turn_to("tests/browser/test_one.py")
    meter.turn_to("tests/games/test_two.py")
    meter.turn_to("")
    assert dict(meter.spent) == {"tests/browser": 10.0, "tests/games": 2.0}
