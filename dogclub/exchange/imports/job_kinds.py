"""The three job kinds of an import: read, write and undo. Each takes effect in one transaction, once."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import BinaryIO, cast

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import grouped
from clubs.models import Role
from dogclub.exchange.archive.restore import FILE_GONE
from dogclub.exchange.imports.parsed_file import Unreadable
from dogclub.exchange.imports.review import commit
from dogclub.exchange.imports.review import commit as undoing
from dogclub.exchange.imports.review.dry_run import dry_run
from dogclub.jobs import Impossible, Kind, Urgency, Work
from dogclub.models import ImportBatch
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


def read(work: Work) -> None:
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


def write(work: Work) -> None:
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


def undo(work: Work) -> None:
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
    read,
    role=Role.ORGANISER,
    own_process=True,
    listed=False,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=2),
)
WRITE = Kind(
    "write-import",
    gettext_lazy("Writing the import"),
    write,
    waits=gettext_lazy("The games will appear under Matches."),
    role=Role.ORGANISER,
    own_process=True,
)
UNDO = Kind("undo-import", gettext_lazy("Undoing an import"), undo, role=Role.ORGANISER, own_process=True)
