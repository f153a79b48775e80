"""`./run bounces`: reads the delivery reports that a mail server sends back, from standard input or from files."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from dogclub.notify.reminders.delivery import LARGEST_REPORT, take


class Command(BaseCommand):
    help = "Stops reminders to addresses that mail servers report as not working."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="*", type=Path, help="one mail each; without any, one mail on standard input"
        )

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        unread = 0
        try:
            for file in files:
                mail, trouble = _read(file)
                unread += bool(trouble)
                self.stdout.write(f"{file}: {trouble or take(mail)}")
            if not files:
                self.stdout.write(str(take(sys.stdin.buffer.read(LARGEST_REPORT + 1))))
        except DatabaseError as error:
            # With EX_TEMPFAIL the mail server keeps the report and delivers it again.
            raise CommandError(f"The database did not answer: {error}", returncode=os.EX_TEMPFAIL) from error
        if unread:
            raise CommandError(f"Files that could not be opened: {unread}.")


def _read(file: Path) -> tuple[bytes, str]:
    """Return the mail, or why the file cannot be opened."""
    try:
        with file.open("rb") as mail:
            return mail.read(LARGEST_REPORT + 1), ""
    except OSError as error:
        return b"", f"{error.strerror}."
