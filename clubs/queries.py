"""The few queries that run at every tap, named and built from their values.

By itself each is an ordinary queryset; `dogclub.speedups.prepared_queries` runs them with SQL compiled once (ADR 9).
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest, HttpResponseBase

from clubs.models import Club

Row = TypeVar("Row", bound=Model)
Values = dict[str, Any]


class Read(Generic[Row]):
    """Rows read by values: `build` gets one for each of the `fields`, under its name, and returns the queryset."""

    def __init__(self, build: Callable[..., QuerySet[Row]], **fields: "Field[Any, Any]") -> None:
        self.build, self.fields = build, fields

    def all(self, **values: Any) -> list[Row]:
        """Return the objects for these values."""
        return list(self.build(**values))

    def first(self, **values: Any) -> Row | None:
        """Return the first object for these values, or None."""
        return next(iter(self.all(**values)), None)


class Insert(Generic[Row]):
    """An insert of one row of a model with a primary key that is not made by the database. No signal is sent."""

    def __init__(self, model: type[Row]) -> None:
        self.model = model

    def run(self, row: Row) -> None:
        """Insert the row."""
        self.model._base_manager.bulk_create([row])


class Update(Generic[Row]):
    """An update of the named fields of one row by primary key. No signal is sent."""

    def __init__(self, model: type[Row], *names: str) -> None:
        self.model, self.names = model, names

    def run(self, row: Row) -> None:
        """Write the row's fields."""
        self.run_all([{"pk": row.pk, **{name: getattr(row, name) for name in self.names}}])

    def run_all(self, rows: Sequence[Values]) -> None:
        """Update many rows: each has `pk` and the named fields."""
        for row in rows:
            named = {name: row[name] for name in self.names}
            self.model._base_manager.filter(pk=row["pk"]).update(**named)


# Writes that a page which only reads can do without, such as when a key was last used.


logger = logging.getLogger(__name__)
PATIENCE = 0.5  # seconds


@contextmanager
def optional_write(what: str) -> Iterator[None]:
    """Run a block that writes; only log it where the database is full, does not answer, or is held by another writer
    for longer than PATIENCE (with SQLite; PostgreSQL locks rows).
    """
    waiting_at_most = getattr(connection, "waiting_at_most", None)
    try:
        with waiting_at_most(PATIENCE) if waiting_at_most else nullcontext():
            yield
    except DatabaseError as error:
        logger.warning("%s was not noted", what, exc_info=error)


# Locks that serialise changes of a club's people, so that what a form has validated still holds when it is saved.

P = ParamSpec("P")
ClubView = Callable[Concatenate[HttpRequest, Club, P], HttpResponseBase]


def serialised(view: ClubView[P]) -> ClubView[P]:
    """Decorate a view under `club_view`: POSTs to one club run one after the other, each in a transaction."""

    @wraps(view)
    def inner(request: HttpRequest, club: Club, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, club, *args, **kwargs)
        with transaction.atomic():
            lock_club(club)
            return view(request, club, *args, **kwargs)

    return inner


def lock_club(club: Club) -> Club:
    """Lock the club's row and return it as it is now. Must be in a transaction; on SQLite that alone is the lock.

    New matches and players do not wait for it: a row that refers to the club locks only its key.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_club_for_results(club_id: int) -> None:
    """Lock a club for consequences of results, so that those of two results are written one after the other. Must be in
    a transaction; on SQLite that alone is the lock, and costs no query.
    """
    if connection.features.has_select_for_update:
        Club.objects.select_for_update(no_key=True).get(pk=club_id)
