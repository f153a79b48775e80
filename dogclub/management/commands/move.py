"""Copies an installation into another, empty database: from SQLite to PostgreSQL, or back.

Every row is written as it is, without signals, in one transaction of the new database; then both are read and compared.
Only sessions stay behind. Files and the secret key stay where they are.
"""

import hashlib
import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models, transaction

from clubs.models import Club, Session, User
from dogclub.configuration import environment
from dogclub.database import lift_limits
from dogclub.operations.backup import postgresql, sqlite
from dogclub.operations.backup.make import engine
from dogclub.operations.backup.restore import is_empty
from dogclub.operations.backup.tar import COUNTED, Unusable, in_words

NEW = "the new one"  # the alias of the new database
MANY = 2000  # rows that are read at once
STAYING = (Session, UserSession)


def move(url: str) -> dict[str, int]:
    """Copy everything into the empty database at the URL, and return the number of rows by table.

    Raises Unusable where somebody is connected to either database, the new one holds something or is the old one, or
    rows differ after they were written; the new database has no rows then. Raises ImproperlyConfigured for a URL that
    names no database.
    """
    _require_whole()
    connect_to(url)
    try:
        _prepare(url)
        with transaction.atomic(), transaction.atomic(NEW):
            for alias in (DEFAULT_DB_ALIAS, NEW):
                lift_limits(alias, may_idle=True)
            tables = list(_tables())
            for model in tables:
                model._base_manager.using(NEW).all().delete()  # what migrations put in
            for model in tables:
                _copy(model)
            _continue_numbering(tables)
            return {model._meta.db_table: _compared(model) for model in tables}
    except DatabaseError as error:
        reason = (str(error).strip().splitlines() or ["no reason given"])[0]
        raise Unusable(f"The new database did not take it, and is empty: {reason}") from error
    finally:
        connections[NEW].close()


def connect_to(url: str) -> None:
    """Make the connection to the new database. Raises Unusable where that is the one in use."""
    named = environment.database(settings.VAR, url)
    here = connection.settings_dict
    if all(str(named.get(part, "")) == str(here[part]) for part in ("NAME", "HOST", "PORT")):
        raise Unusable("That is the database in use. Name another one, which is empty.")
    complete = connections.configure_settings({DEFAULT_DB_ALIAS: {}, NEW: named})[NEW]
    connections.settings[NEW] = complete
    connections[NEW] = connections.create_connection(NEW)


def _require_whole() -> None:
    """Raise Unusable where there is nothing to move, or Dog Club still runs."""
    if is_empty():
        raise Unusable("There is nothing here yet: no club, and no account.")
    if engine() == postgresql.ENGINE:
        postgresql.require_exclusive()
        return
    connection.close()
    sqlite.require_exclusive(Path(connection.settings_dict["NAME"]))


def _prepare(url: str) -> None:
    """Bring the new database up to date, in a process that knows no other. Raises Unusable where it cannot be reached,
    or has a club or an account.
    """
    is_new = not connections[NEW].introspection.table_names()
    command = [sys.executable, "-m", "dogclub", "migrate", "--verbosity=0", *(["--new"] if is_new else [])]
    there = os.environ | {"DATABASE_URL": url}
    done = subprocess.run(command, env=there, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Unusable(f"The new database could not be set up: {reason}")
    if any(model._base_manager.using(NEW).exists() for model in (Club, User)):
        raise Unusable("The new database has clubs or accounts already. Name an empty one.")


def _tables() -> Iterator[type[models.Model]]:
    """Yield every model with a table, those between two others included."""
    for model in apps.get_models(include_auto_created=True):
        if model not in STAYING and model._meta.managed and not model._meta.proxy:
            yield model


def _rows(model: type[models.Model], alias: str) -> Iterator[models.Model]:
    return model._base_manager.using(alias).order_by("pk").iterator(MANY)


def _copy(model: type[models.Model]) -> None:
    """Write the rows as Django's own fixtures are written: raw, so that no field changes and nothing follows."""
    for row in _rows(model, DEFAULT_DB_ALIAS):
        models.Model.save_base(row, raw=True, using=NEW, force_insert=True)


def _continue_numbering(tables: list[type[models.Model]]) -> None:
    """Let PostgreSQL number new rows after the last one; SQLite does so by itself."""
    with connections[NEW].cursor() as cursor:
        for statement in connections[NEW].ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def _compared(model: type[models.Model]) -> int:
    """Return the number of rows. Raises Unusable where they are not the same in both databases."""
    (before, digest), (after, copied) = _digest(model, DEFAULT_DB_ALIAS), _digest(model, NEW)
    if (before, digest) != (after, copied):
        raise Unusable(
            f"Of {model._meta.db_table}, {before:,} rows were read, and {after:,} are not the same as they were. "
            "The new database is empty again; please report this."
        )
    return after


def _digest(model: type[models.Model], alias: str) -> tuple[int, str]:
    """Return the number of rows, and the SHA-256 of all their values in the order of their keys."""
    number, digest = 0, hashlib.sha256()
    for row in _rows(model, alias):
        number += 1
        values = [field.value_to_string(row) for field in model._meta.local_concrete_fields]
        digest.update(json.dumps(values, sort_keys=True).encode())
    return number, digest.hexdigest()


# `./run move`: copies the whole installation into another database.


class Command(BaseCommand):
    help = "Copies everything into another, empty database: SQLite to PostgreSQL, or back. Stop Dog Club first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("to", metavar="DATABASE_URL", help="postgres://… or sqlite:////path/to/file.sqlite3")

    def handle(self, *args: Any, to: str, **options: Any) -> None:
        try:
            rows = move(to)
        except (Unusable, ImproperlyConfigured) as reason:
            raise CommandError(f"{reason}\nNothing was changed here.") from reason
        counted = {name: rows[model._meta.db_table] for name, model in COUNTED.items()}
        self.stdout.write(f"Copied and compared, {sum(rows.values()):,} rows: {in_words(counted)}.\n")
        self.stdout.write("Set DATABASE_URL to the new database and start; people sign in again. Keep the old one.\n")
