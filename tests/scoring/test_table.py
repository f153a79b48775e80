"""Plain-text tables for a terminal: column widths, minus signs, and the marks for box and circle."""

import pytest

from scoring.table import aligned, marked, minus


def test_every_column_is_as_wide_as_its_widest_cell() -> None:
    rows = [["Hand", "Bea", "Otto"], ["1", "−10", "5"], ["12", "3", "[100]"]]
    assert [*aligned(rows)] == ["Hand  Bea  Otto ", "1     −10  5    ", "12    3    [100]"]


@pytest.mark.parametrize(
    ("name", "columns"), [("王小明", 6), ("ليان", 4), ("Ødegård", 7), ("O\u0308tto", 4), ("🐕", 2), ("", 0)]
)
def test_wide_letters_take_two_columns_and_marks_none(name: str, columns: int) -> None:
    first, second = aligned([[name, "|"], ["x" * 8, "|"]])
    assert first == f"{name}{' ' * (8 - columns)}  |"
    assert second == "xxxxxxxx  |"


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (12, "12"), (-12, "−12")])
def test_minus_is_a_minus(number: int, text: str) -> None:
    assert minus(number) == text


@pytest.mark.parametrize(
    ("top", "low", "text"), [(False, False, "−1"), (True, False, "[−1]"), (False, True, "(−1)"), (True, True, "([−1])")]
)
def test_a_total_is_boxed_or_circled_or_both(top: bool, low: bool, text: str) -> None:
    assert marked(-1, top=top, low=low) == text
