"""`./run read-sheet`: reads photos of filled sheets, and prints what stands on them; needs no database."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Reads photos of filled score sheets as JSON; exit status 2 where nothing can be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a photo; both pages of a sheet in any order")

    def handle(self, *args: Any, photos: list[str], **options: Any) -> None:
        from dogclub.exchange.readings.job_kind import prepared
        from games.paper.reading.sheet import read_sheets

        self.use_utf8()
        well = True
        for document in read_sheets(opened(photos), prepared):
            self.stdout.write(json.dumps(document, ensure_ascii=False))
            well = well and document["record"] is not None
        if not well:
            sys.exit(2)

    def use_utf8(self) -> None:
        """Write UTF-8 to stdout whatever the terminal's locale."""
        stream = getattr(self.stdout, "_out", None)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def opened(names: list[str]) -> Iterator[BinaryIO]:
    """Yield the files, open; the first that cannot be opened ends the command before anything is read."""
    with ExitStack() as stack:
        files = [stack.enter_context(_open(name)) for name in names]
        yield from files


def _open(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise CommandError(f"The photo “{name}” cannot be opened: {error.strerror}.", returncode=2) from error
