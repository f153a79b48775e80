"""`./run rescore`: computes all figures again from the entries, or checks that the stored ones are right."""

import json
import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from clubs.models import Club
from games import ledger
from games.consequences.follow import rebuild
from games.models import Match
from scoring.base import RuleError
from scoring.records import score_text
from scoring.table import minus

NOTHING = "not there"
logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Rebuilds the figures of every match from its entries, and says what differed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 where anything differs")
        parser.add_argument(
            "--records", type=Path, metavar="FOLDER", help="check golden records and their sheets instead (--check)"
        )

    def handle(self, *args: Any, check: bool, records: Path | None, **options: Any) -> None:
        if records and not check:
            raise CommandError("Golden records are only ever checked: add --check.")
        seen = differ = 0
        for name, problems in golden(records) if records else [*matches(check=check), *clubs(check=check)]:
            seen += 1
            differ += bool(problems)
            for difference in problems:
                self.stdout.write(f"{name}: {difference}")
        if records and not seen:
            raise CommandError(f"There are no records in {records}.")
        self.stdout.write(f"{seen:,} checked, {differ:,} differed.")
        if differ and check:
            raise CommandError("Not every figure is what its entries add up to.", returncode=1)


def matches(*, check: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield each match's name and its differences, or the rule error of its entries; without `check` its figures are
    rewritten.
    """
    for pk in list(Match.objects.order_by("started_at").values_list("pk", flat=True)):
        try:
            yield f"match {pk}", ledger.rescore(pk, check=check)
        except RuleError as error:
            yield f"match {pk}", [f"entry {error.entry} does not fit: {error}"]
        except DatabaseError:
            raise
        except Exception as error:
            logger.exception("Match %s cannot be computed.", pk)
            yield f"match {pk}", [f"cannot be computed: {type(error).__name__}"]


def clubs(*, check: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield each club whose consequences differ, with the differences: standings, ratings, trophies and the rest."""
    for club in Club.objects.order_by("pk"):
        try:
            problems = rebuild(club, check=check)
        except DatabaseError:
            raise
        except Exception as error:
            logger.exception("Club %s cannot be computed.", club.pk)
            problems = [f"cannot be computed: {type(error).__name__}"]
        if problems:
            yield f"club {club.slug}", problems


def golden(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each record of the folder and where its sheet, or error, differs from the one stored with it."""
    for file in sorted(folder.rglob("*.json")):
        try:
            stored = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            yield str(file), [f"cannot be read: {error}"]
            continue
        if not isinstance(stored, dict) or not {"record", "sheet"} <= stored.keys():
            continue
        _, answer = score_text(json.dumps(stored["record"]))
        yield str(file), differences(stored["sheet"], answer)


def differences(stored: Any, answer: Any, path: str = "sheet") -> list[str]:
    """Return where two JSON documents differ, one sentence for each place, such as "sheet.totals[0] was 3 and is 4"."""
    if isinstance(stored, dict) and isinstance(answer, dict):
        keys = [*stored, *(key for key in answer if key not in stored)]
        return [
            difference
            for key in keys
            for difference in differences(stored.get(key, NOTHING), answer.get(key, NOTHING), f"{path}.{key}")
        ]
    if isinstance(stored, list) and isinstance(answer, list) and len(stored) == len(answer):
        pairs = enumerate(zip(stored, answer, strict=True))
        return [difference for place, (old, new) in pairs for difference in differences(old, new, f"{path}[{place}]")]
    return [] if stored == answer else [f"{path} was {_in_figures(stored)} and is {_in_figures(answer)}"]


def _in_figures(value: Any) -> str:
    return minus(value) if type(value) is int else repr(value)
