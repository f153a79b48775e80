"""`./run` without a command: brings database and static files up to date, prints the address, and serves."""

from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from clubs.links.tokens import is_local
from clubs.models import Club
from dogclub.configuration.environment import PROGRAM
from dogclub.configuration.first_start import EVERYWHERE
from dogclub.database import claim_database
from dogclub.demo.people import LOST, sign_ins
from dogclub.management.commands.serve import listen, run
from dogclub.management.server import collect, refuse_unusable, step
from dogclub.operations.health.database import state

DEALT = f"Sign in to the demo club with one of these; {PROGRAM} demo --sign-ins says them again:\n"
NO_ADDRESS = (
    "Tablets and phones cannot open that. Start it with --lan, or set BASE_URL to the address by which they reach\n"
    "this machine, like BASE_URL=http://192.168.1.20:8000.\n"
)
STANDING = f"To sign in to the demo club: {PROGRAM} demo --sign-ins\n"


class Command(BaseCommand):
    help = "Brings the database and static files up to date, loads the demo club into an empty one, and serves."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every network)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="for the tablets of this network as well")
        parser.add_argument("--new", action="store_true", help="with a new database where the old one is gone")

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
            with step(self.stderr, "Bringing the database up to date"):
                call_command("migrate", verbosity=0, interactive=False)
        collect(self.stderr)
        if Club.objects.exists():
            return False
        with step(self.stderr, "Dealing the demo club"):
            call_command("demo", stdout=StringIO())
        return True

    def greet(self, *, on_the_network: bool, demo_is_new: bool) -> None:
        """Print the address, its QR code for other devices, and the demo sign-ins. Passwords are printed only when new,
        since output ends up in logs.
        """
        self.stdout.write(f"\nDog Club is at {settings.BASE_URL}\n")
        if on_the_network and is_local(settings.BASE_URL):
            self.stdout.write(NO_ADDRESS)
        elif on_the_network:
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
