"""`./run restore`: replaces this installation by a backup, after the backup was checked completely."""

import re
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dogclub.operations.backup import restore as backup_restore
from dogclub.operations.backup.make import NAME
from dogclub.operations.backup.restore import checked, opened, restore
from dogclub.operations.backup.scheduled import place_of
from dogclub.operations.backup.tar import Unusable, ask, counts, in_words


class Command(BaseCommand):
    help = "Puts a backup in the place of what is here. Stop Dog Club first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FROM", help="the file, in a folder or s3://bucket/folder; or the folder")
        parser.add_argument("--replace", action="store_true", help="even where there is a database; it is kept aside")

    def handle(self, *args: Any, source: str, replace: bool, **options: Any) -> None:
        try:
            with TemporaryDirectory(dir=settings.VAR, prefix=".restore-") as scratch:
                self.restore(source, Path(scratch), replace=replace)
        except Unusable as reason:
            raise CommandError(f"{reason}\nNothing was changed.") from reason

    def restore(self, source: str, scratch: Path, *, replace: bool) -> None:
        file = fetched(source, scratch)
        (scratch / "members").mkdir()
        backup = opened(file, scratch / "members")
        how = checked(backup, replace=replace)
        self.stderr.write(f"The backup is whole. It was made {backup.manifest['made_at']}.")
        folder, warnings = restore(backup, how)
        self.finish(backup.manifest)
        for each in warnings:
            self.stderr.write(each)
        self.stdout.write(f"What was here before is in {folder}.\n")

    def finish(self, manifest: dict[str, Any]) -> None:
        """Migrate the restored database, cancel its pending work, and print the counts. Raises CommandError where they
        differ from the manifest's, or figures from the entries.
        """
        counted = counts(ask)
        backup_restore.bring_up_to_date(manifest.get("time_zone", settings.TIME_ZONE))
        stopped, lost = backup_restore.cancel_pending_jobs(), backup_restore.forget_lost_files()
        differing = backup_restore.differing()
        self.stdout.write(f"Restored: {in_words(counted)}.\n")
        if stopped or lost:
            self.stdout.write(f"Work that was waiting then and is called off: {stopped}; files not kept: {lost}.\n")
        if counted != manifest["counts"] or differing:
            raise CommandError(f"Restored, but it is not all as it was: look at it before people do.\n{differing}")


def fetched(source: str, scratch: Path) -> Path:
    """Return the path of the backup file, downloaded into `scratch` if necessary; of a folder the newest. Raises
    Unusable where there is none.
    """
    if not source.startswith("s3://") and not Path(source).is_dir():
        return Path(source).expanduser().absolute()
    above, _, name = source.rstrip("/").rpartition("/")
    is_file = re.fullmatch(NAME, name) is not None
    place = place_of(above if is_file else source)
    names = [name] if is_file else place.names()
    if not names:
        raise Unusable(f"There is no backup in {source}.")
    return place.fetch(names[-1], scratch)
