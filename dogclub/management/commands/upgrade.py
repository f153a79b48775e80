"""`./run upgrade-from-0.1`: converts a database of version 0.1 to this version."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from dogclub.operations.upgrade_from_0_1 import NotThatVersion, upgrade

RECALCULATED = (
    "Shares of points are rounded since version 0.1, so that all figures are calculated again. What differed:"
)


class Command(BaseCommand):
    help = "Brings a database of version 0.1 over to this version; all of it or nothing."
    requires_system_checks = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            upgrade()
        except NotThatVersion as wrong:
            raise CommandError(str(wrong)) from wrong
        # The later migrations; if interrupted here, the next start runs them.
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(RECALCULATED)
        call_command("rescore", stdout=self.stdout, stderr=self.stderr)
        self.stdout.write("The database is one of this version now. ./run starts it.")
