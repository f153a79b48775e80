"""`./run move`: copies the whole installation into another database."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from dogclub.operations.backup.move import move
from dogclub.operations.backup.tar import COUNTED, Unusable, in_words


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
