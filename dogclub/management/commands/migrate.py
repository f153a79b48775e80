"""Django's `migrate` in one transaction, which a kill or a full disk rolls back as a whole (ADR 36)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections, transaction

from dogclub.configuration import first_start
from dogclub.database import lift_limits

LOCK = 1908  # key of PostgreSQL's advisory lock: of two processes that migrate, one waits and then finds nothing to do


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--new", action="store_true", help="make a new database where the old one is gone")

    def handle(self, *args: Any, **options: Any) -> None:
        from games.consequences.aggregates import write_missing  # this module is imported before the models are loaded

        if options["plan"] or options["check_unapplied"]:  # nothing is written, so nothing has begun
            super().handle(*args, **options)
            return
        with all_or_nothing(options["database"]):
            # Earlier versions could be killed between a migration and the row that records it.
            super().handle(*args, **{**options, "fake_initial": True})
            if options["app_label"] is None:
                write_missing()
        first_start.end(settings.VAR)


@contextmanager
def all_or_nothing(alias: str) -> Iterator[None]:
    """Run the block in one transaction that may change many tables, with an advisory lock against other migrations."""
    connection = connections[alias]
    connection.disable_constraint_checking()  # SQLite cannot within a transaction; each migration checks them anyway
    try:
        with transaction.atomic(alias):
            if connection.vendor == "postgresql":
                lift_limits(alias, may_idle=True)
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                    # Deferred constraint checks would prevent the next migration from altering their table.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            yield
    finally:
        connection.enable_constraint_checking()
