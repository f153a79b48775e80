"""Kills inside `migrate`: whichever statement was the last, the next start succeeds with all previous rows.

    python -m tests.faults.migrations 55       55 kills, spread evenly over all statements
    python -m tests.faults.migrations          one at every statement

Each try starts from an installation that lacks some migrations, among them changes of tables with rows. The last try
removes the row of a first migration from django_migrations, which is how a kill left earlier versions. DATABASE_URL
selects PostgreSQL.
"""

import sys
import tempfile
from functools import partial
from io import StringIO

import django

from tests.databases import POSTGRESQL, drop_all
from tests.faults.children import counted, in_a_child, spread
from tests.faults.copies import Installation
from tests.faults.counts import Counts
from tests.prepared import prepared

BACK = (("account", "0001"), ("mfa", "zero"), ("axes", "zero"))  # the migrations that are unapplied at first
PEOPLE = 40


def main(times: int) -> Counts:
    counts = Counts()
    with tempfile.TemporaryDirectory() as var:
        installation = Installation(var, prepared())
        django.setup()
        in_a_child(make_older_house)
        expected = in_a_child(names)
        installation.keep()
        statements = int(in_a_child(migrate)[0])
        for number in spread(statements, times):
            installation.put_back()
            in_a_child(partial(migrate, number))
            counts.add(expected, in_a_child(start))
        in_a_child(forget_one)
        counts.add(expected, in_a_child(start))
    drop_all()
    return counts


def make_older_house() -> list[str]:
    """Create rows, then reverse the migrations of BACK."""
    from allauth.account.models import EmailAddress
    from django.core.management import call_command

    from clubs.models import Club, Player, User
    from dogclub.server.staticfiles import collect_if_changed

    collect_if_changed()
    club = Club.objects.create(name="The Thursday Kennel", slug="kennel")
    for number in range(PEOPLE):
        user = User.objects.create(email=f"rex-{number}@dogs.example", name=f"Rex {number}")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        Player.objects.create(club=club, name=user.name)
    for app, name in BACK:
        call_command("migrate", app, name, verbosity=0)
    return []


def names() -> list[str]:
    """Table and name of each row that was created at the beginning."""
    from django.db import connection

    found = []
    with connection.cursor() as cursor:
        for column, table in (("name", "clubs_player"), ("email", "account_emailaddress"), ("name", "clubs_club")):
            cursor.execute(f"SELECT {column} FROM {table}")
            found += [f"{table} {name}" for (name,) in cursor.fetchall()]
    return found


def migrate(kill_at: int | None = None) -> list[str]:
    """Run `migrate` and return its number of statements, as `counted` does."""
    from django.core.management import call_command

    return counted(lambda: call_command("migrate", verbosity=0), kill_at)


def forget_one() -> list[str]:
    """Delete the row of a first migration from django_migrations."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'usersessions'")
    return []


def start() -> list[str]:
    """Migrate as a start does, and return `names`; an empty list where the database is not ready."""
    from dogclub.management.commands.start import Command
    from dogclub.operations.health.database import state

    Command(stderr=StringIO()).bring_up_to_date()
    return names() if state(reads_all=True) == ("", False) else []


if __name__ == "__main__":
    print("PostgreSQL" if POSTGRESQL else "SQLite", file=sys.stderr)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0).print()
