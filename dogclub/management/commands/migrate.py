"""Django's `migrate`, all of it or nothing: one transaction, which a kill or a full disk undoes (ADR 36)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import connections, transaction

from dogclub.database.limits import lift_limits

LOCK = 1908  # PostgreSQL's number for it: of two processes that migrate, one waits and finds it done


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        from games.consequences.aggregates import write_missing  # this module is read before the models are there

        with all_or_nothing(options["database"]):
            # Versions before this one could be killed between the tables of a migration and the note of it.
            super().handle(*args, **{**options, "fake_initial": True})
            if options["app_label"] is None:
                write_missing()


@contextmanager
def all_or_nothing(alias: str) -> Iterator[None]:
    """One transaction round many changes of tables, and nobody else's in between."""
    connection = connections[alias]
    connection.disable_constraint_checking()  # SQLite cannot within a transaction; each migration checks them anyway
    try:
        with transaction.atomic(alias):
            if connection.vendor == "postgresql":
                lift_limits(alias)
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                    # Checks that wait for the end would keep the next migration from changing their table.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            yield
    finally:
        connection.enable_constraint_checking()
