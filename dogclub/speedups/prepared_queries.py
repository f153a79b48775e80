"""Prepared queries: Django spends ten times as long on building such a statement as the database on executing it.

The SQL, and how rows become objects, are Django's own; only the values that differ are filled in. Each connection keeps
its own statements, so that nothing is shared between threads. See ADR 9.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model, QuerySet, Value
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.transaction import TransactionManagementError

from clubs.queries import Insert, Read, Update

Row = TypeVar("Row", bound=Model)
Made = TypeVar("Made")


def connect() -> None:
    """Run the queries of `clubs.queries` with statements that are compiled at their first use on a connection."""
    for kind, name, way in PREPARED:
        setattr(kind, name, way)


def read(query: Read[Row], **values: Any) -> list[Row]:
    """Return the objects. Raise TransactionManagementError for a locking query outside a transaction."""
    reading = _once(query, lambda connection: Reading(_with_slots(query), connection))
    if reading.locks and reading.connection.get_autocommit():
        raise TransactionManagementError("A row is locked only as long as a transaction lasts.")
    with reading.connection.cursor() as cursor:
        cursor.execute(reading.sql, reading.filled(values))
        fetched = cursor.fetchall()
    return [reading.made(row) for row in reading.compiler.apply_converters(fetched, reading.converters)]


def insert(query: Insert[Row], row: Row) -> None:
    """Insert the row."""
    statement = _once(query, lambda connection: _insert(query.model, connection))
    values = {field.attname: getattr(row, field.attname) for field in query.model._meta.concrete_fields}
    with statement.connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.filled(values))
    row._state.adding, row._state.db = False, statement.connection.alias


def update(query: Update[Row], rows: Sequence[dict[str, Any]]) -> None:
    """Update the rows."""
    statement = _once(query, lambda connection: _update(query, connection))
    if not rows:
        return
    with statement.connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(statement.sql, statement.filled(rows[0]))
        else:
            cursor.executemany(statement.sql, [statement.filled(row) for row in rows])


PREPARED = ((Read, "all", read), (Insert, "run", insert), (Update, "run_all", update))
PLAIN = tuple((kind, name, getattr(kind, name)) for kind, name, _ in PREPARED)


class Slot(Value):
    """A placeholder in a query for a value of this field; filled in by name when the query is run."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(name, output_field=field)

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


class Statement:
    """Compiled SQL, with slots among its parameters."""

    def __init__(self, sql: str, params: Sequence[Any], connection: Any) -> None:
        self.sql, self.connection = sql, connection
        self.params = [
            (param.value, param.output_field.get_db_prep_save) if isinstance(param, Slot) else (param, None)
            for param in params
        ]

    def filled(self, values: dict[str, Any]) -> list[Any]:
        """Return the parameters with these values by the names of the slots."""
        return [to_column(values[param], self.connection) if to_column else param for param, to_column in self.params]


class Reading(Statement, Generic[Row]):
    """Compiled SQL whose rows become objects, with the related ones and the annotations of its queryset."""

    def __init__(self, rows: QuerySet[Row], connection: Any) -> None:
        self.compiler: Any = rows.query.get_compiler(connection=connection)
        sql, params = self.compiler.as_sql()
        super().__init__(sql, params, connection)
        self.locks = rows.query.select_for_update
        klass, select = self.compiler.klass_info, self.compiler.select
        first, last = klass["select_fields"][0], klass["select_fields"][-1] + 1
        self.model, self.columns = klass["model"], slice(first, last)
        self.names = [column[0].target.attname for column in select[self.columns]]
        populators: Any = get_related_populators
        self.related = populators(klass, select, connection.alias)
        self.annotations = list(self.compiler.annotation_col_map.items())
        self.converters = self.compiler.get_converters([column[0] for column in select])

    def made(self, row: Sequence[Any]) -> Row:
        """Return the object of a row of columns."""
        made: Row = self.model.__new__(self.model)  # like `from_db`, without a call for each column
        vars(made).update(zip(self.names, row[self.columns], strict=True))
        made._state = ModelState()
        made._state.adding, made._state.db = False, self.connection.alias
        for populator in self.related:
            populator.populate(row, made)
        for name, column in self.annotations:
            setattr(made, name, row[column])
        return made


def _once(query: object, make: Callable[[Any], Made]) -> Made:
    """Return what `make` makes of this thread's connection; made at the query's first use there."""
    connection = connections[DEFAULT_DB_ALIAS]
    cached = vars(connection).setdefault("prepared", {})
    if query not in cached:
        cached[query] = make(connection)
    made: Made = cached[query]
    return made


def _with_slots(query: Read[Row]) -> QuerySet[Row]:
    return query.build(**{name: Slot(name, field) for name, field in query.fields.items()})


def _insert(model: type[Row], connection: Any) -> Statement:
    query, fields = InsertQuery(model), model._meta.concrete_fields
    query.insert_values(fields, [model(**{field.attname: Slot(field.attname, field) for field in fields})])
    ((sql, params),) = query.get_compiler(connection=connection).as_sql()
    return Statement(sql, params, connection)


def _update(update: Update[Row], connection: Any) -> Statement:
    model = update.model
    rows: Any = model._default_manager.filter(pk=Slot("pk", model._meta.pk))
    query = rows.query.chain(UpdateQuery)
    fields: list[Any] = [model._meta.get_field(name) for name in update.names]
    query.add_update_values({field.name: Slot(field.name, field) for field in fields})
    sql, params = query.get_compiler(connection=connection).as_sql()
    return Statement(sql, params, connection)
