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

from clubs.web.queries import Insert, Read, Update, Values, set_runner

Row = TypeVar("Row", bound=Model)
Made = TypeVar("Made")


def connect() -> None:
    """Run the queries of `clubs.web.queries` prepared."""
    set_runner(Prepared())


class Prepared:
    """Runs queries with statements that are compiled at their first use on a connection."""

    def rows(self, query: Read[Row], values: Values) -> list[Row]:
        return _once(query, lambda connection: Reading(_with_slots(query), connection)).rows(values)

    def insert(self, query: Insert[Row], row: Row) -> None:
        statement = _once(query, lambda connection: _insert(query.model, connection))
        with statement.connection.cursor() as cursor:
            statement.run(cursor, {field.attname: getattr(row, field.attname) for field in _columns(query.model)})
        row._state.adding, row._state.db = False, statement.connection.alias

    def update(self, query: Update[Row], rows: Sequence[Values]) -> None:
        statement = _once(query, lambda connection: _update(query, connection))
        if not rows:
            return
        with statement.connection.cursor() as cursor:
            if len(rows) == 1:
                statement.run(cursor, rows[0])
            else:
                cursor.executemany(statement.sql, [statement.filled(row) for row in rows])


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
        self.params = [self._filler(each) for each in params]

    def run(self, cursor: Any, values: dict[str, Any]) -> None:
        """Execute the statement with these values by the names of the slots."""
        cursor.execute(self.sql, self.filled(values))

    def filled(self, values: dict[str, Any]) -> list[Any]:
        """Return the parameters with these values."""
        return [fill(values) for fill in self.params]

    def _filler(self, param: Any) -> Callable[[dict[str, Any]], Any]:
        if not isinstance(param, Slot):
            return lambda _: param
        name, to_column, connection = param.value, param.output_field.get_db_prep_save, self.connection
        return lambda values: to_column(values[name], connection)


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

    def rows(self, values: dict[str, Any]) -> list[Row]:
        """Return the objects. Raise TransactionManagementError for a locking query outside a transaction."""
        if self.locks and self.connection.get_autocommit():
            raise TransactionManagementError("A row is locked only as long as a transaction lasts.")
        with self.connection.cursor() as cursor:
            self.run(cursor, values)
            fetched = cursor.fetchall()
        return [self._object(row) for row in self.compiler.apply_converters(fetched, self.converters)]

    def _object(self, row: Sequence[Any]) -> Row:
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


def _columns(model: type[Model]) -> "Sequence[Field[Any, Any]]":
    return model._meta.concrete_fields


def _insert(model: type[Row], connection: Any) -> Statement:
    query, fields = InsertQuery(model), _columns(model)
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
