"""`tests/plans.py`, which checks the statements of the whole suite, tried on statements that it must distinguish."""

import pytest
from django.db import connection

from clubs.models import Club, Night, Player
from tests.plans import Statement, planner
from tests.whole_tables import MAY_READ_ALL

pytestmark = [pytest.mark.only("postgresql"), pytest.mark.django_db]
A_CLUB = Club.objects.filter(slug="kennel")
WHOLE = {
    "nothing is asked for by": (Club.objects.all(), "clubs_club"),
    "by a column without an index": (Player.objects.filter(initials="OP"), "clubs_player"),
    "in the order of an index, and most is left out": (
        Night.objects.filter(place="Kennel").order_by("pk"),
        "clubs_night",
    ),
    "of two tables, either": (Player.objects.filter(club__name="Kennel"), "clubs_club"),
}
NARROW = {
    "by its key": A_CLUB,
    "by the key of what it belongs to": Player.objects.filter(club__in=A_CLUB),
    "the first of an order": Night.objects.order_by("pk")[:1],
    "by an index of few rows": Club.objects.filter(is_demo=True),
}
# Deleting a referenced row looks up the referring rows by this column.
WITHOUT_INDEX = """
SELECT conrelid::regclass::text, attname FROM pg_constraint
JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
WHERE contype = 'f' AND NOT EXISTS (
  SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1]
  AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
)
"""
KEPT_BY = "SELECT relname, unnest(reloptions) FROM pg_class WHERE relname ~ '^(clubs|games|leagues|dogclub)_'"


def found(rows: object) -> list[str]:
    sql, params = rows.query.sql_with_params()  # type: ignore[attr-defined]
    return list(planner.faults(Statement(sql, params, "a test")))


@pytest.mark.parametrize(("rows", "table"), WHOLE.values(), ids=WHOLE)
def test_a_statement_that_reads_a_whole_table_is_found(rows: object, table: str) -> None:
    assert f"a test reads all of {table}" in "".join(found(rows))


@pytest.mark.parametrize("rows", NARROW.values(), ids=NARROW)
def test_a_statement_that_an_index_serves_is_not(rows: object) -> None:
    assert found(rows) == []


def test_every_reference_has_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute(WITHOUT_INDEX)
        assert cursor.fetchall() == []


def test_every_exception_is_of_a_table_that_there_is() -> None:
    tables = set(connection.introspection.table_names())
    assert {table for _, table in MAY_READ_ALL} <= tables


def test_tables_that_grow_or_are_rewritten_are_kept_by_settings_of_their_own() -> None:
    with connection.cursor() as cursor:
        cursor.execute(KEPT_BY)
        kept = cursor.fetchall()
    grows = ("autovacuum_vacuum_insert_scale_factor=0.02", "autovacuum_analyze_scale_factor=0.02")
    assert sorted(kept) == sorted(
        [
            *((table, each) for table in ("games_entry", "games_tally", "leagues_rating") for each in grows),
            ("games_match", "fillfactor=85"),
            ("games_forecast", "fillfactor=70"),
            ("games_scorekeeperlock", "fillfactor=70"),
            ("dogclub_job", "fillfactor=70"),
            ("dogclub_job", "autovacuum_vacuum_scale_factor=0.02"),
        ]
    )
