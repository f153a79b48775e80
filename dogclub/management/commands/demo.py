"""`./run demo`: builds, rebuilds or removes the demo club, or prints its sign-ins."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.models import Club
from dogclub.configuration.environment import PROGRAM
from dogclub.demo import club as demo
from dogclub.demo.people import LOST, sign_ins
from games.models import Match, Tally


class Command(BaseCommand):
    help = "Builds the demo club: invented people, and matches played by simple bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--years", type=int, help="60 players for so many years, to measure with")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--if-empty", action="store_true", help="only where there is no club yet")
        what.add_argument("--reset", action="store_true", help="remove the demo club first")
        what.add_argument("--remove", action="store_true", help="only remove it")
        what.add_argument("--sign-ins", action="store_true", help="print who can sign in, and how")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sign_ins"]:
            return self.print_sign_ins()
        standing = Club.objects.filter(is_demo=True).first()
        if options["if_empty"] and Club.objects.exists():
            return None
        if standing and (options["reset"] or options["remove"]):
            demo.remove(standing)
        elif standing:
            raise CommandError("The demo club is here already. Deal it anew with --reset.")
        if not options["remove"]:
            return self.build(options["years"])
        self.stdout.write(f"{standing} is removed." if standing else "There is no demo club here.")
        return None

    def build(self, years: int | None) -> None:
        if years is not None and not 1 <= years <= 50:
            raise CommandError(f"--years {years}: choose 1 to 50.")
        club = demo.build(demo.SMALL if years is None else demo.large(years))
        matches = Match.objects.filter(club=club)
        hands = Tally.objects.filter(match__club=club).values("match", "number").distinct().count()
        players = club.players.count()
        self.stdout.write(f"{club.name}: {players} players, {matches.count():,} matches, {hands:,} hands.")

    def print_sign_ins(self) -> None:
        accounts = sign_ins()
        if not accounts:
            is_here = Club.objects.filter(is_demo=True).exists()
            raise CommandError(LOST if is_here else f"There is no demo club here. Deal one with: {PROGRAM} demo")
        self.stdout.write(accounts, ending="")
