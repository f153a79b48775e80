"""`./run score`: reads records and prints their sheets; needs no database."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from scoring.base import RuleError
from scoring.record_format.strict import LARGEST
from scoring.records import error_json, score, score_for_people, score_lines, score_text
from scoring.records import text as table

MORE = LARGEST + 1  # bytes to read: one more than allowed shows that a record is too long


class Command(BaseCommand):
    help = "Prints the sheet of a record as JSON; exit status 2 where the record is wrong."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a record; - reads standard input")
        parser.add_argument("--text", action="store_true", help="print a table for people")
        parser.add_argument("--lines", action="store_true", help="one record a line (JSON Lines), one answer a line")

    def handle(self, *args: Any, file: str, text: bool, lines: bool, **options: Any) -> None:
        self.use_utf8()
        try:
            with opened(file) as stream:
                scored = score_for_people if text else score
                answers = score_lines(bounded(stream), scored) if lines else [score_text(stream.read(MORE), scored)]
                well = [self.answer(answer, for_people=text) for answer in answers]
        except BrokenPipeError:
            discard_stdout()
            return
        except OSError as error:
            well = [self.answer((False, unreadable(file, error)))]
        if not all(well):
            sys.exit(2)

    def use_utf8(self) -> None:
        """Write UTF-8 to stdout whatever the terminal's locale, since names may be in every script."""
        stream = getattr(self.stdout, "_out", None)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")

    def answer(self, answer: tuple[bool, dict[str, Any]], *, for_people: bool = False) -> bool:
        """Print one answer, as a table if `for_people`, and return whether it is a sheet and not an error."""
        well, document = answer
        self.stdout.write(table(document) if well and for_people else json.dumps(document, ensure_ascii=False))
        return well


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open the file, or standard input for "-"."""
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as stream:
            yield stream


def bounded(stream: BinaryIO) -> Iterable[bytes]:
    """Yield the lines of a file, of a line that is too long only the first MORE bytes."""
    while line := stream.readline(MORE):
        yield line
        while len(line) == MORE and not line.endswith(b"\n"):
            line = stream.readline(MORE)


def discard_stdout() -> None:
    """Send all further output to /dev/null after the reader closed the pipe, like `head` does, so that the flush at
    exit does not fail.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def unreadable(file: str, error: OSError) -> dict[str, Any]:
    """Return the error document for a file that cannot be read."""
    return error_json(RuleError("file", f"“{file}” cannot be read: {error.strerror}."))
