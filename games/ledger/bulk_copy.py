"""Insertion of rows by the hundred thousand, by the fastest method of each database."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

Row = Sequence[Any]
AT_ONCE = 5_000
INSERT = "INSERT INTO %s (%s) VALUES (%s)"


def bulk_insert(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows, inside a transaction.

    `names` are attributes of the model, each row their values: whole numbers, text, JSON as text, and keys and times as
    `column` returns them.
    """
    table = connection.ops.quote_name(model._meta.db_table)
    fields = {field.attname: field.column for field in model._meta.concrete_fields}
    columns = [fields[name] or name for name in names]
    INSERTERS[connection.vendor](table, ", ".join(map(connection.ops.quote_name, columns)), len(columns), rows)


def column(model: type[Model], name: str, value: Any) -> Any:
    """The value as it is sent to the database for this field."""
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_save(value, connection)


def as_json(value: Any) -> str:
    return json.dumps(value)


def _sqlite(table: str, columns: str, count: int, rows: Iterable[Row]) -> None:
    values = ", ".join(["%s"] * count)
    statement = INSERT % (table, columns, values)
    left = iter(rows)
    with connection.cursor() as cursor:
        while some := list(islice(left, AT_ONCE)):
            cursor.executemany(statement, some)


def _postgresql(table: str, columns: str, count: int, rows: Iterable[Row]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


INSERTERS: Mapping[str, Callable[[str, str, int, Iterable[Row]], None]] = {"sqlite": _sqlite, "postgresql": _postgresql}
