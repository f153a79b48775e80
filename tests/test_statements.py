"""Which tests PostgreSQL repeats."""

import pytest

from tests.statements import chosen, files_that_lock, number, place_that_counts


def test_together_the_chosen_execute_every_statement() -> None:
    executed = {"a": [1, 2], "b": [2, 3], "c": [1, 2, 3], "d": [4], "e": [4, 5], "f": []}
    assert chosen(executed, ["a"], {}) == ["e", "b"]


def test_of_two_that_add_the_same_the_quicker_is_taken() -> None:
    executed = {"slow": [1, 2], "quick": [1, 2], "alone": [3]}
    assert chosen(executed, [], {"slow": 4.0, "quick": 1.0, "alone": 9.0}) == ["quick", "alone"]


def test_nothing_is_added_to_what_has_every_statement() -> None:
    assert chosen({"a": [1], "b": [1]}, ["a"], {}) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SELECT 1 WHERE x IN (%s)", "SELECT 1 WHERE x IN (%s, %s, %s)"),
        ("INSERT INTO t VALUES (%s, NULL)", "INSERT INTO t VALUES (%s, NULL), (%s, NULL)"),
        ('SAVEPOINT "s14_x1"', 'SAVEPOINT "s2_x31"'),
    ],
)
def test_values_rows_and_savepoints_are_not_counted(one: str, other: str) -> None:
    assert number(one, "clubs/find.py:find", "") == number(other, "clubs/find.py:find", "")


def test_a_function_and_an_error_make_another_statement() -> None:
    found = {number("SELECT 1", "clubs/find.py:find", failed) for failed in ("", "IntegrityError")}
    assert len(found | {number("SELECT 1", "leagues/find.py:find", "")}) == 3


def test_what_only_reads_is_the_same_wherever_it_is_executed() -> None:
    read, write = "SELECT 1", "UPDATE t SET x = 1"
    assert place_that_counts(read, "clubs/find.py:find", {"clubs/lock.py"}) == ""
    assert place_that_counts(read, "clubs/lock.py:lock", {"clubs/lock.py"}) == "clubs/lock.py:lock"
    assert place_that_counts(write, "clubs/find.py:find", ()) == "clubs/find.py:find"


def test_the_files_that_lock_are_found() -> None:
    assert "games/scoring_device.py" in set(files_that_lock())
