"""The steps of an import, from its page and from the API: confirm, discard, undo. Each runs in a transaction."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from clubs.models import Club, User
from dogclub import jobs
from dogclub.archive.restoring.uploads import SOURCE as WHOLE
from dogclub.imports.review.preview import Preview
from dogclub.imports.review.undo import why_not_undoable
from dogclub.models import ImportBatch, Job

State = ImportBatch.State
OTHERWISE = gettext_lazy("This import has moved on meanwhile. This is its current state.")
NOTHING = gettext_lazy("None of this can be imported as it is.")


def confirm(row: ImportBatch, by: User | None) -> str:
    """Queue the writing of an import that waits for answers. Return an error message if nothing can be imported,
    else an empty string.
    """
    if not Preview(row.found, row.answers).games:
        return str(NOTHING)
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
