"""What `./run` does once Python is there: bring everything up to date, say where it is, serve."""

import sys
from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubs.models import Club
from dogclub.background import start_worker
from dogclub.management.commands.serve import listen, run
from dogclub.server.staticfiles import collect_if_changed
from dogclub.upgrade.from_0_1 import is_from_0_1


class Command(BaseCommand):
    help = "Brings the database and the static files up to date, loads the demo club into an empty one, and serves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every network)")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        listener = listen(host, port)  # first: a taken port must not cost a minute of set-up
        self.bring_up_to_date()
        self.greet(on_the_network=host != "127.0.0.1")
        start_worker()
        run(listener)

    def bring_up_to_date(self) -> None:
        if is_from_0_1():
            raise CommandError("Version 0.1 made this database. Bring it over with ./run upgrade-from-0.1, then start.")
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stderr.write("Bringing the database up to date …")
            call_command("migrate", verbosity=0, interactive=False)
        collect_if_changed()
        if "demo" in get_commands() and not Club.objects.exists():
            self.stderr.write("Dealing the demo club's two seasons …")
            call_command("demo", stdout=sys.stderr)

    def greet(self, *, on_the_network: bool) -> None:
        self.stdout.write(f"\nDog Club is at {settings.BASE_URL}\n")
        if on_the_network:
            self.stdout.write("Tablets and phones on this network scan this:\n")
            drawing = StringIO()
            segno.make(settings.BASE_URL).terminal(drawing, compact=True)
            self.stdout.write(drawing.getvalue())
        if "demo" in get_commands() and Club.objects.filter(is_demo=True).exists():
            self.stdout.write("Sign in to the demo club with one of these:\n")
            call_command("demo", "--sign-ins", stdout=self.stdout)
        self.stdout.write("Ctrl-C stops it.\n")
        self.stdout.flush()
