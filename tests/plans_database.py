"""Create a database with a thousand rows in each table, so that PostgreSQL has statistics to plan with.

Column values are derived from the row number, references point to the row of the same number, and every second value of
a nullable column is null. The database is made once a run, by the first worker that needs it.
"""

import tempfile
from pathlib import Path
from typing import Any

import psycopg

from tests.databases import RUN, create, url_of
from tests.prepared import alone, prepared
from tests.whole_tables import FIXED

ROWS = 1000
VALUES = {
    "boolean": "i % 2 = 0",
    "bytea": "''::bytea",
    "date": "current_date - i",
    "double precision": "i",
    "inet": "'192.0.2.1'::inet",
    "integer": "i",
    "bigint": "i",
    "smallint": "i",
    "jsonb": "'{}'::jsonb",
    "text": "'x' || i",
    "time without time zone": "'19:30'::time",
    "timestamp with time zone": "now() - i * interval '1 hour'",
    "uuid": "md5(i::text)::uuid",
    "character varying": "left('x' || i, %s)",
}
COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable = 'YES', character_maximum_length
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND NOT table_name = ANY(%s) ORDER BY 1, ordinal_position
"""
CHECKS = """
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0
"""


def url_of_plans() -> str:
    """The URL of the database, which is created if it does not exist yet."""
    made = Path(tempfile.gettempdir(), f"{RUN}.plans")
    empty = prepared()
    with alone():
        if not made.exists():
            name = create("plans", empty.database_url)
            with psycopg.connect(url_of(name), autocommit=True) as connection:
                fill(connection)
            made.write_text(url_of(name))
    return made.read_text()


def fill(connection: "psycopg.Connection[Any]") -> None:
    """Insert the rows, with foreign keys and check constraints switched off."""
    tables: dict[str, dict[str, str]] = {}
    for table, column, kind, is_nullable, length in connection.execute(COLUMNS, [sorted(FIXED)]).fetchall():
        value = VALUES[kind].replace("%s", str(length or ROWS))
        tables.setdefault(table, {})[column] = f"CASE WHEN i % 2 = 0 THEN {value} END" if is_nullable else value
    for (statement,) in connection.execute(CHECKS).fetchall():
        connection.execute(statement)
    connection.execute("SET session_replication_role = replica")
    for table, values in tables.items():
        names = ", ".join(f'"{name}"' for name in values)
        made = f"SELECT {', '.join(values.values())} FROM generate_series(1, {ROWS}) AS i"
        connection.execute(f'INSERT INTO "{table}" ({names}) OVERRIDING SYSTEM VALUE {made} ON CONFLICT DO NOTHING')
    connection.execute("ANALYZE")
