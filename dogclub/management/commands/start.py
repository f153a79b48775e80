"""`./run` without a command: brings database and static files up to date, prints the address, and serves."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from time import monotonic
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from clubs.models import Club
from dogclub.configuration.places import PROGRAM
from dogclub.configuration.start_address import EVERYWHERE
from dogclub.demo.sign_ins import LOST, sign_ins
from dogclub.health.database import state
from dogclub.management.commands.serve import listen, refuse_unusable, run
from dogclub.server.database_lock import claim_database
from dogclub.server.staticfiles import are_changed, collect_if_changed

DEALT = f"Sign in to the demo club with one of these; {PROGRAM} demo --sign-ins says them again:\n"
PLAIN = str  # a style without colour; stderr is red by default
STANDING = f"To sign in to the demo club: {PROGRAM} demo --sign-ins\n"


class Command(BaseCommand):
    help = "Brings the database and static files up to date, loads the demo club into an empty one, and serves."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every network)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="for the tablets of this network as well")

    def handle(self, *args: Any, host: str, port: int, lan: bool, **options: Any) -> None:
        host = EVERYWHERE if lan else host
        listener = listen(host, port)  # first, so that a taken port is reported before a minute of set-up
        claim_database()
        is_dealt = self.bring_up_to_date()
        self.greet(on_the_network=host != "127.0.0.1", demo_is_new=is_dealt)
        run(listener)

    def bring_up_to_date(self) -> bool:
        """Migrate, collect static files and build the demo club where needed; return whether the demo club was built
        now.
        """
        refuse_unusable()
        if state().is_older:
            with self.step("Bringing the database up to date"):
                call_command("migrate", verbosity=0, interactive=False)
        if are_changed():
            with self.step("Collecting styles and scripts"):
                collect_if_changed()
        if Club.objects.exists():
            return False
        with self.step("Dealing the demo club"):
            call_command("demo", stdout=StringIO())
        return True

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Write to stderr what is being done, and when the block ends how many seconds it took."""
        self.stderr.write(f"{what} … ", PLAIN, ending="")
        self.stderr.flush()
        began = monotonic()
        yield
        self.stderr.write(f"done in {monotonic() - began:.0f} s", PLAIN)

    def greet(self, *, on_the_network: bool, demo_is_new: bool) -> None:
        """Print the address, its QR code for other devices, and the demo sign-ins. Passwords are printed only when new,
        since output ends up in logs.
        """
        self.stdout.write(f"\nDog Club is at {settings.BASE_URL}\n")
        if on_the_network:
            self.stdout.write("Tablets and phones on this network scan this:\n")
            drawing = StringIO()
            segno.make(settings.BASE_URL).terminal(drawing, compact=True)
            self.stdout.write(drawing.getvalue())
        if demo_is_new:
            self.stdout.write(DEALT + sign_ins())
        elif Club.objects.filter(is_demo=True).exists():
            self.stdout.write(STANDING if sign_ins() else f"{LOST}\n")
        self.stdout.write("Ctrl-C stops it.\n")
        self.stdout.flush()
