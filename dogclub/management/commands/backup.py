"""`./run backup`: copies the whole installation into one file while it is in use."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dogclub.operations.backup.scheduled import make_and_keep, place_of
from dogclub.operations.backup.tar import Unusable, in_words


class Command(BaseCommand):
    help = "Copies everything into one file, while it is in use."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("to", nargs="?", help="a folder or s3://bucket/folder (BACKUP_TO, or var/backups)")
        parser.add_argument("--job-files", action="store_true", help="with the files jobs made, like season books")
        parser.add_argument("--rotate", action="store_true", help="keep only the newest BACKUP_KEEP there")

    def handle(self, *args: Any, to: str | None, job_files: bool, rotate: bool, **options: Any) -> None:
        where = to or settings.BACKUP_TO or str(settings.VAR / "backups")
        keep = settings.BACKUP_KEEP if rotate else 0
        try:
            backups = make_and_keep(place_of(where), keep=keep, job_files=job_files)
        except Unusable as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"{backups.where}\n{backups.size:,} bytes: {in_words(backups.manifest['counts'])}.\n")
        for name in backups.gone:
            self.stdout.write(f"{name} was the oldest, and is gone.\n")
