"""Measures importing old games: `.venv/bin/python benchmarks/imports.py [YEARS] [--rows] [--json]`.

Ten years of six tables a night are 2,880 matches of five with twenty hands each: 57,600 hands. They are imported as
JSON records, or with --rows as a spreadsheet of 288,000 rows, into a club of sixty, in a temporary database.
`DATABASE_URL` measures PostgreSQL. Seconds are those of the processor, so that other processes on the machine do not
count.
"""

import json
import os
import resource
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

WAYS = ArgumentParser(description=__doc__)
WAYS.add_argument("years", nargs="?", type=float, default=10)
WAYS.add_argument("--rows", action="store_true")
WAYS.add_argument("--json", action="store_true")
A_YEAR, A_NIGHT, HANDS = 288, 6, 20


def records(years: float, names: list[str]) -> Iterator[tuple[date, int, dict[str, Any]]]:
    """Yield day, table number and record of each match, generated at random."""
    from scoring.records import to_record
    from tests.factory import DIRTY_DOG, played

    first = datetime.now(UTC).date() - timedelta(days=365 * years)
    plan = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    for number in range(round(years * A_YEAR)):
        dice = Random(number)
        options = DIRTY_DOG.options(plan=plan)
        entries, _ = played(DIRTY_DOG.start(5, options), None, dice)
        night = number // A_NIGHT
        if number % A_NIGHT == 0:
            seated = dice.sample(names, 5 * A_NIGHT)
        five = seated[5 * (number % A_NIGHT) :][:5]
        day = first + timedelta(days=night * 365 * A_NIGHT // A_YEAR)
        yield day, number % A_NIGHT + 1, to_record(DIRTY_DOG, five, 5, options, entries)


def as_records(found: Iterator[tuple[date, int, dict[str, Any]]]) -> bytes:
    """The matches as a file of JSON records, one a line."""
    about = ({"record": record, "played_at": str(day), "table": str(table)} for day, table, record in found)
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in about).encode()


def as_rows(found: Iterator[tuple[date, int, dict[str, Any]]]) -> bytes:
    """The matches as the CSV file that Dog Club exports, a row for each player and hand."""
    from dogclub.exchange.exports.layout import About, Grid, columns, names_of, rows_of
    from dogclub.exchange.exports.writing import csv_pieces
    from scoring.base import replay
    from scoring.records import from_record

    wanted = names_of("dirty-dog")

    def rows() -> Iterator[list[Any]]:
        for number, (day, table, record) in enumerate(found):
            engine, names, seats, options, entries = from_record(record)
            about = About(str(number), datetime(day.year, day.month, day.day, 19, tzinfo=UTC), table=str(table))
            for row in rows_of(about, record, names, replay(engine, seats, options, entries)):
                yield [row.get(key) for key in wanted]

    return "".join(csv_pieces(Grid("sheets", "Sheets", columns("dirty-dog"), rows()))).encode()


def main() -> None:
    asked = WAYS.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DOGCLUB_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
        from tests.prepared import lay_out

        lay_out(Path(folder))
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)  # needed where DATABASE_URL names another database
        figures = measure(asked)
    print(json.dumps(figures) if asked.json else "\n".join(f"{name:32}{value}" for name, value in figures.items()))


def measure(asked: Any) -> dict[str, float | int]:
    """Run the dry run, the import and its undoing, and return what they took."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    from clubs.models import Club, Player
    from dogclub import jobs
    from dogclub.exchange.imports.review import commit
    from dogclub.exchange.imports.review.steps import store
    from dogclub.models import ImportBatch
    from games.models import Entry

    club = Club.objects.create(slug="house", name="House")
    names = [f"Member Number {number:02}" for number in range(60)]
    Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    content = (as_rows if asked.rows else as_records)(records(asked.years, names))
    figures: dict[str, float | int] = {"megabytes of file": len(content) // 1_000_000}
    row = store(club, None, SimpleUploadedFile("old.csv" if asked.rows else "old.jsonl", content))
    del content
    figures["seconds of dry run"] = work(row)
    row.state = ImportBatch.State.WRITING
    row.writing = jobs.enqueue("write-import", club, None, {"import": str(row.pk)})
    row.save()
    inner, locked = commit.write, []

    def timed(*given: Any, **named: Any) -> None:
        began = time.process_time()
        inner(*given, **named)
        locked.append(round(time.process_time() - began, 1))

    commit.write = timed
    figures["seconds of writing"] = work(row)
    figures |= {
        "of that, in the transaction": sum(locked),
        "games": row.made["games"],
        "entries": Entry.objects.count(),
    }
    row.writing = jobs.enqueue("undo-import", club, None, {"import": str(row.pk)})
    row.save()
    figures["seconds of undoing"] = work(row)
    figures["megabytes of memory at most"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return figures


def work(row: Any) -> float:
    """Run the queued jobs of an import in this process and return the seconds they took."""
    from dogclub.jobs.run import run_here
    from dogclub.models import Job

    began = time.process_time()
    for job in Job.objects.filter(asked__import=str(row.pk), state=Job.State.QUEUED):
        run_here(job.pk)
        job.refresh_from_db()
        assert job.state == Job.State.DONE, job.problem
    row.refresh_from_db()
    return round(time.process_time() - began, 1)


if __name__ == "__main__":
    main()
