"""Files as users upload them, and the steps of an import."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

import openpyxl
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club
from dogclub import jobs
from dogclub.exchange.imports.formats.several_files import reader_of
from dogclub.exchange.imports.parsed_file import ParsedMatch
from dogclub.exchange.imports.review.steps import store
from dogclub.jobs.run import run_here
from dogclub.models import ImportBatch, Job
from tests.factory import NAMES

DAY = "2026-03-12"
RECORD = {
    "record": 1,
    "game": "dirty-dog",
    "players": list(NAMES[:3]),
    "options": {"plan": [1]},
    "rounds": [
        {"bids": {NAMES[1]: 0, NAMES[2]: 1, NAMES[0]: 1}, "tricks": {NAMES[1]: 0, NAMES[2]: 1, NAMES[0]: 0}},
    ],
}
HEADINGS = ("date", "player", "total")


def totals(*rows: Sequence[Any]) -> bytes:
    """A CSV file of results with the usual headings."""
    return a_csv(HEADINGS, *rows)


def a_csv(*rows: Iterable[Any], delimiter: str = ",") -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode()


def a_workbook(*rows: Iterable[Any]) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    assert book.active
    for row in rows:
        book.active.append(list(row))
    book.save(file)
    return file.getvalue()


def records(*found: dict[str, Any], day: str = DAY) -> bytes:
    """A file with one record per line, all played on this day."""
    return "\n".join(json.dumps({"record": each, "played_at": day}) for each in found).encode()


def read(content: bytes, name: str = "old.csv", **corrections: str) -> tuple[list[ParsedMatch], list[str]]:
    """Read the file as an import does; return its matches and notes. `_` in a correction's name stands for the first
    `:`.
    """
    reader = reader_of(content[:65_536], name)
    assert reader is not None
    file = io.BytesIO(content)
    reader.check(file)
    found = reader.read(file, Club(), {key.replace("_", ":", 1): value for key, value in corrections.items()})
    return list(found.matches), found.notes


def chosen(club: Club, content: bytes, name: str = "old.csv") -> ImportBatch:
    """Upload a file, run the job that reads it, and return the import."""
    return done(store(club, None, SimpleUploadedFile(name, content)))


def done(row: ImportBatch) -> ImportBatch:
    """Run the import's queued jobs and return the refreshed row."""
    for job in Job.objects.filter(asked__import=str(row.pk), state=Job.State.QUEUED):
        run_here(job.pk)
    row.refresh_from_db()
    return row


def upload(client: Client, club: Club, content: bytes, name: str = "old.csv") -> ImportBatch:
    """Upload the file through the page, run the job that reads it, and return the import."""
    response = client.post(f"/c/{club.slug}/imports/", {"file": SimpleUploadedFile(name, content)})
    assert response.status_code == 302, response.content.decode()
    return done(club.imports.get(pk=response["Location"].rstrip("/").rsplit("/", 1)[1]))


def act(client: Client, row: ImportBatch, step: str, **form: Any) -> ImportBatch:
    """Post the form of this step of an import, run its jobs, and return the import."""
    response = client.post(f"/c/{row.club.slug}/imports/{row.pk}/{step}/", form)
    assert response.status_code == 302, response.content.decode()
    return done(row)


def brought(club: Club, content: bytes, name: str = "old.csv") -> ImportBatch:
    """Import a file completely; every unknown name becomes a new player."""
    row = chosen(club, content, name)
    assert row.state == ImportBatch.State.ASKING, row.problem
    row.answers["all_new"] = True
    row.state = ImportBatch.State.WRITING
    row.writing = jobs.enqueue("write-import", club, None, {"import": str(row.pk)})
    row.save()
    return done(row)
