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

Row = TypeVar("Row", bound=Model)
Result = TypeVar("Result")


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


class _Cached(Generic[Result]):
    """A value made once for each connection, at first use."""

    def __init__(self, make: Callable[[Any], Result]) -> None:
        self._make = make

    def here(self) -> Result:
        """Return the value for this thread's connection."""
        connection = connections[DEFAULT_DB_ALIAS]
        cached = vars(connection).setdefault("prepared", {})
        if self not in cached:
            cached[self] = self._make(connection)
        result: Result = cached[self]
        return result


class Read(Generic[Row]):
    """A queryset with slots; `all` and `first` run it with values for them."""

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._kept: _Cached[Reading[Row]] = _Cached(lambda connection: Reading(build(), connection))

    def all(self, **values: Any) -> list[Row]:
        """Return the objects for these values of the slots."""
        return self._kept.here().rows(values)

    def first(self, **values: Any) -> Row | None:
        """Return the first object for these values of the slots, or None."""
        return next(iter(self.all(**values)), None)


class Insert(Generic[Row]):
    """An insert of one row of a model with a primary key that is not made by the database."""

    def __init__(self, model: type[Row]) -> None:
        self._fields = model._meta.concrete_fields
        self._kept = _Cached(lambda connection: self._statement(model, connection))

    def run(self, row: Row) -> None:
        """Insert the row."""
        statement = self._kept.here()
        with statement.connection.cursor() as cursor:
            statement.run(cursor, {field.attname: getattr(row, field.attname) for field in self._fields})
        row._state.adding, row._state.db = False, statement.connection.alias

    def _statement(self, model: type[Row], connection: Any) -> Statement:
        query = InsertQuery(model)
        query.insert_values(self._fields, [model(**{f.attname: Slot(f.attname, f) for f in self._fields})])
        ((sql, params),) = query.get_compiler(connection=connection).as_sql()
        return Statement(sql, params, connection)


class Update(Generic[Row]):
    """An update of the named fields of one row by primary key."""

    def __init__(self, model: type[Row], *fields: str) -> None:
        self._names = fields
        self._kept = _Cached(lambda connection: self._statement(model, connection))

    def run(self, row: Row) -> None:
        """Write the row's fields."""
        statement = self._kept.here()
        with statement.connection.cursor() as cursor:
            statement.run(cursor, {"pk": row.pk, **{name: getattr(row, name) for name in self._names}})

    def run_all(self, rows: Sequence[dict[str, Any]]) -> None:
        """Update thousands of rows at once: each has `pk` and the named fields."""
        statement = self._kept.here()
        if rows:
            with statement.connection.cursor() as cursor:
                cursor.executemany(statement.sql, [statement.filled(row) for row in rows])

    def _statement(self, model: type[Row], connection: Any) -> Statement:
        rows: Any = model._default_manager.filter(pk=Slot("pk", model._meta.pk))
        query = rows.query.chain(UpdateQuery)
        fields: list[Any] = [model._meta.get_field(name) for name in self._names]
        query.add_update_values({field.name: Slot(field.name, field) for field in fields})
        sql, params = query.get_compiler(connection=connection).as_sql()
        return Statement(sql, params, connection)
