"""`./run import`: restores an archive as a new club of this installation and prints the digest of its figures."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from clubs.links.tokens import code_of, is_local, sign
from clubs.models import Club, Invitation, Role
from dogclub.exchange.archive.reader import Archive, Unusable
from dogclub.exchange.archive.restore import Restored, plan, restore


class Command(BaseCommand):
    help = "Restores an archive as a new club, compares figures, invites its owner."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--as", dest="slug", metavar="NAME", help="the club’s part of its addresses, if not its own"
        )
        parser.add_argument("--anyway", action="store_true", help="keep it though its entries come to other figures")

    def handle(self, *args: Any, file: Path, slug: str | None, anyway: bool, **options: Any) -> None:
        try:
            with file.open("rb") as stream:
                restored = self.restored(Archive(stream), slug, anyway=anyway)
        except OSError as error:
            raise CommandError(f"“{file}” cannot be read: {error.strerror}.") from error
        except Unusable as reason:
            raise CommandError(str(reason)) from reason
        for difference in restored.differing:
            self.stderr.write(f"Other figures than in the archive: {difference}")
        self.stdout.write(f"{restored.club.name} is here, with {len(restored.made.get('matches', ())):,} matches.")
        self.stdout.write(f"Figures: {restored.digest}")
        self.print_invitation(restored.club)

    def restored(self, archive: Archive, slug: str | None, *, anyway: bool) -> Restored:
        """Restore the archive under `slug`, or under its own. Raises CommandError where that slug is taken."""
        wanted = slug or archive.cover.club.slug
        if Club.objects.filter(slug=wanted).exists():
            raise CommandError(f"There is a club “{wanted}” here already. Choose another name with --as.")
        return restore(plan(archive, wanted, self.report_progress), slug=wanted, anyway=anyway)

    def report_progress(self, done: int, of: int) -> None:
        """Write to stderr how many matches of how many are replayed."""
        self.stderr.write(f"{done:,} of {of:,} matches added up", ending="\r" if done < of else "\n")

    def print_invitation(self, club: Club) -> None:
        """Print an invitation as owner: an archive contains no accounts, so the first person to open the link owns the
        club.
        """
        row = Invitation.objects.create(club=club, role=Role.OWNER)
        link = f"{settings.BASE_URL}{reverse('join', args=[sign(row.pk, 'join')])}"
        self.stdout.write(f"Nobody can sign in to it yet. Its owner joins here, within a fortnight:\n{link}")
        if is_local(link):
            self.stdout.write("On another device, with this machine’s name or address instead of localhost,")
        self.stdout.write(f"or with the code {code_of(row.pk, 'join')}.")
