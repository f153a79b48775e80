"""The steps of an import, from its page and from the API: confirm, discard, undo; and the three jobs they ask for.

The jobs read, write and undo. Each takes effect in one transaction, once.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast
from uuid import UUID

from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import grouped
from clubs.models import Club, Role, User
from dogclub import jobs
from dogclub.exchange.archive.restore import FILE_GONE
from dogclub.exchange.archive.restore import SOURCE as WHOLE
from dogclub.exchange.imports.formats.several_files import READERS, reader_of
from dogclub.exchange.imports.parsed_file import FIRST_BYTES, Unreadable
from dogclub.exchange.imports.review import commit
from dogclub.exchange.imports.review import commit as undoing
from dogclub.exchange.imports.review.commit import why_not_undoable
from dogclub.exchange.imports.review.dry_run import dry_run
from dogclub.exchange.imports.review.persons import remembered
from dogclub.exchange.imports.review.preview import KNOWN, Preview
from dogclub.jobs import Impossible, Kind, Urgency, Work
from dogclub.models import ImportBatch, Job
from dogclub.storage import Refused

State = ImportBatch.State


def _row(work: Work) -> ImportBatch:
    """Return the import a job is about. Raise Impossible if it was deleted."""
    row = ImportBatch.objects.select_related("club", "created_by").filter(pk=work.asked["import"]).first()
    if row is None:
        raise Impossible(_("This import is gone."))
    return row


@contextmanager
def _file(row: ImportBatch) -> Iterator[BinaryIO]:
    """Yield a seekable copy of the uploaded file, whatever the storage. Raise Impossible if it is missing or its
    hash has changed.
    """
    digest = hashlib.sha256()
    with tempfile.TemporaryFile() as copy:
        try:
            with default_storage.open(row.file) as file:
                shutil.copyfileobj(file, copy, 1 << 20)
        except Refused:
            raise
        except OSError:
            raise Impossible(FILE_GONE) from None
        copy.seek(0)
        while piece := copy.read(1 << 20):
            digest.update(piece)
        if digest.hexdigest() != row.sha256:
            raise Impossible(FILE_GONE)
        copy.seek(0)
        yield cast("BinaryIO", copy)


def read_in_job(work: Work) -> None:
    """Run the dry run and store its preview; an unreadable file sets the state REFUSED and the reason."""
    row = _row(work)
    work.begin([(_("Games read"), 100)])

    def report(games: int, line: int, lines: int) -> None:
        work.move(line if lines else 0, lines, now=_("{count} read so far").format(count=grouped(games)))

    try:
        with _file(row) as file:
            preview = dry_run(row, file, report)
    except Unreadable as error:
        with work.once():
            ImportBatch.objects.filter(pk=row.pk, state=State.READING).update(
                state=State.REFUSED, problem=str(error)[:300]
            )
            drop_later(row)
        return
    work.step_done(grouped(len(preview["matches"])))
    with work.once():
        ImportBatch.objects.filter(pk=row.pk, state=State.READING).update(state=State.ASKING, found=preview, problem="")


def write_in_job(work: Work) -> None:
    """Write the matches of a confirmed import, and delete its file."""
    row = _row(work)
    if row.state != State.WRITING:
        return
    work.begin([(_("Games worked out"), 65), (_("Games written"), 35)])
    with _file(row) as file:
        prepared = commit.prepare(row, file, work.move)
    work.step_done(grouped(len(prepared)))
    work.report_progress(now=_("writing, and working out what follows"), at_once=True)
    with work.once():
        commit.write(row, prepared)
        games = row.made["games"]
        words = ngettext("{count} game imported from {file}.", "{count} games imported from {file}.", games)
        work.result = {"words": [words.format(count=grouped(games), file=row.file_name)]}
        drop_later(row)


def undo_in_job(work: Work) -> None:
    """Remove everything a finished import has written."""
    row = _row(work)
    if row.state != State.DONE:
        return
    work.begin([(_("Games removed"), 100)])
    with work.once():
        undoing.undo(row)


def drop_later(row: ImportBatch) -> None:
    """Delete the file after the transaction commits: it holds people's names and is not needed any more."""
    name = row.file
    ImportBatch.objects.filter(pk=row.pk).update(file="")
    transaction.on_commit(lambda: default_storage.delete(name), robust=True)


READ = Kind(
    "read-import",
    gettext_lazy("Reading the file"),
    read_in_job,
    role=Role.ORGANISER,
    own_process=True,
    listed=False,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=2),
)
WRITE = Kind(
    "write-import",
    gettext_lazy("Writing the import"),
    write_in_job,
    waits=gettext_lazy("The games will appear under Matches."),
    role=Role.ORGANISER,
    own_process=True,
)
UNDO = Kind("undo-import", gettext_lazy("Undoing an import"), undo_in_job, role=Role.ORGANISER, own_process=True)


# What the page and the API ask for. Each runs in a transaction.


OTHERWISE = gettext_lazy("This import has moved on meanwhile. This is its current state.")
ALL_HERE = gettext_lazy("All of it is here already.")
NOTHING = gettext_lazy("None of this can be imported as it is.")


def confirm(row: ImportBatch, by: User | None) -> str:
    """Queue the writing of an import that waits for answers. Return an error message if nothing can be imported,
    else an empty string.
    """
    preview = Preview(row.found, row.answers)
    if not preview.games:
        return str(ALL_HERE if preview.match_counts[KNOWN] == len(row.found["matches"]) > 0 else NOTHING)
    row.writing = jobs.enqueue("write-import", row.club, by, {"import": str(row.pk)})
    row.state = State.WRITING
    row.save(update_fields=["state", "writing"])
    return ""


def undo(row: ImportBatch, by: User | None) -> str:
    """Queue the undoing of a finished import. Return an error message if there is an obstacle, else an empty string."""
    if wrong := why_not_undoable(row):
        return wrong
    row.writing = jobs.enqueue("undo-import", row.club, by, {"import": str(row.pk)})
    row.save(update_fields=["writing"])
    return ""


def can_be_forgotten(row: ImportBatch) -> bool:
    """Whether nothing of the import was written, so that it can be discarded; also if reading or writing failed."""
    if row.state == State.WRITING:
        return row.writing is None or row.writing.is_over
    return row.state not in (State.DONE, State.UNDONE)


def is_being_undone(row: ImportBatch) -> bool:
    """Whether a job to undo the import is queued or running."""
    job = row.writing
    return bool(job and job.kind == "undo-import" and job.state in (Job.State.QUEUED, Job.State.RUNNING))


def find(club: Club, pk: UUID) -> ImportBatch:
    """Return the club's import with its user and jobs; 404 if there is none, or if it is a whole archive."""
    rows = ImportBatch.objects.exclude(source=WHOLE).select_related("created_by", "reading", "writing")
    row = get_object_or_404(rows, club=club, pk=pk)
    row.club = club
    return row


# Uploaded files: refused at once if no reader can read them, else stored, and read in the background.


MOST_BYTES = 32_000_000
KEPT = timedelta(days=30)
LONGEST_FILE_NAME = 120
TOO_LARGE = gettext_lazy("This is more than {most} MB. Split it, and import one part at a time.")
NO_READER = gettext_lazy("Dog Club cannot read this file. Choose one of these: {}.")


def store(club: Club, by: User | None, file: "UploadedFile[Any]", game: str = "") -> ImportBatch:
    """Return the new import, with its dry run queued. Raise Unreadable, and then nothing is stored."""
    if not file.size:
        raise Unreadable(_("This file is empty."))
    if file.size > MOST_BYTES:
        raise Unreadable(TOO_LARGE.format(most=MOST_BYTES // 1_000_000))
    name = _name(file.name or "")
    head = file.read(FIRST_BYTES)
    file.seek(0)
    reader = reader_of(head, name)
    if reader is None:
        raise Unreadable(NO_READER.format(", ".join(str(each.label) for each in READERS)))
    reader.check(cast("BinaryIO", file.file))
    digest = hashlib.sha256()
    for piece in file.chunks():
        digest.update(piece)
    file.seek(0)
    return _keep(club, by, file, ImportBatch(source=reader.key, file_name=name, sha256=digest.hexdigest(), game=game))


def _keep(club: Club, by: User | None, file: "UploadedFile[Any]", row: ImportBatch) -> ImportBatch:
    row.club, row.created_by, row.size = club, by, file.size or 0
    row.answers = remembered(club, row.source)
    row.file = default_storage.save(f"imports/{row.pk}", file)
    try:
        with transaction.atomic():
            row.reading = jobs.enqueue("read-import", club, by, {"import": str(row.pk)})
            row.save(force_insert=True)
    except BaseException:
        default_storage.delete(row.file)
        raise
    return row


def read_again(row: ImportBatch, by: User | None) -> None:
    """Queue another dry run, in the transaction that changed the answers."""
    row.reading = jobs.enqueue("read-import", row.club, by, {"import": str(row.pk)})
    row.state = ImportBatch.State.READING
    row.save(update_fields=["state", "reading", "answers"])


def drop(row: ImportBatch) -> None:
    """Delete an import that was never written, with its file, and cancel the job that may be reading it."""
    name = row.file
    if row.reading:
        jobs.cancel(row.reading)
    row.delete()
    if name:
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)


def clear_away() -> int:
    """Delete imports and archives uploaded 30 days ago and never confirmed, with their files; return the number of
    deleted rows. Rows of refused files are deleted only if they still have one.
    """
    state = ImportBatch.State
    unwanted = Q(state__in=(state.READING, state.ASKING)) | Q(state=state.REFUSED) & ~Q(file="")
    return ImportBatch.objects.filter(unwanted, created_at__lt=timezone.now() - KEPT).delete()[0]


def _name(name: str) -> str:
    """Return the file name without folders and unprintable characters, at most LONGEST_FILE_NAME characters."""
    path = PurePosixPath("".join(character for character in name.replace("\\", "/") if character.isprintable()))
    ending = path.suffix[:10]
    return f"{path.stem[: LONGEST_FILE_NAME - len(ending)]}{ending}" or "file"
