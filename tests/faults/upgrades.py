"""Kills inside `upgrade-from-0.1`, each at another statement: the database is that of 0.1, or completely upgraded.

    python -m tests.faults.upgrades 40       40 kills, spread evenly; without a number one at every statement

After each kill the upgrade is run again and the server started; every entry of the old club must exist once.
"""

import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from functools import partial

import django

from tests.databases import POSTGRESQL, drop_all, url_of
from tests.dogclub.operations.upgrade.test_from_0_1 import DUMP
from tests.faults.children import counted, in_a_child, spread
from tests.faults.copies import Installation
from tests.faults.counts import Counts


def main(times: int) -> Counts:
    counts = Counts()
    with tempfile.TemporaryDirectory() as var:
        installation = Installation(var)
        load(installation)
        installation.keep()
        django.setup()
        expected = in_a_child(entries)
        statements = int(in_a_child(upgrade)[0])
        for number in spread(statements, times):
            installation.put_back()
            in_a_child(partial(upgrade, number))
            counts.add(expected, in_a_child(start))
    drop_all()
    return counts


def load(installation: Installation) -> None:
    """Load the dump of version 0.1 into the database."""
    statements = lzma.decompress(DUMP.read_bytes()).decode()
    if POSTGRESQL:
        import psycopg

        with psycopg.connect(url_of(installation.name), autocommit=True) as connection:
            connection.execute(statements.encode())
        return
    with closing(sqlite3.connect(installation.file)) as database:
        database.executescript(statements)


def entries() -> list[str]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_entry")
        return [str(pk) for (pk,) in cursor.fetchall()]


def upgrade(kill_at: int | None = None) -> list[str]:
    """Run the upgrade and return its number of statements, as `counted` does."""
    from dogclub.management.commands import upgrade as upgrade_from_0_1

    return counted(upgrade_from_0_1.upgrade, kill_at)


def start() -> list[str]:
    """Upgrade and migrate, and return the ids of all entries; an empty list where the database is not ready."""
    from django.core.management import call_command

    from dogclub.management.commands import upgrade as upgrade_from_0_1
    from dogclub.operations.health.database import state

    if upgrade_from_0_1.is_from_0_1():
        upgrade_from_0_1.upgrade()
    call_command("migrate", verbosity=0)
    return entries() if state(reads_all=True) == ("", False) else []


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0).print()
