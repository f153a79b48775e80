"""The steps an import goes, on its page and by programs: brought in, forgotten, undone. In a transaction each."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from clubs.models import Club, User
from dogclub import jobs
from dogclub.archive.restoring.uploads import SOURCE as WHOLE
from dogclub.imports.review.preview import Preview
from dogclub.imports.review.undo import in_the_way
from dogclub.models import ImportBatch, Job

State = ImportBatch.State
OTHERWISE = gettext_lazy("This import has moved on meanwhile. This is its current state.")
NOTHING = gettext_lazy("None of this can be imported as it is.")


def confirm(row: ImportBatch, by: User | None) -> str:
    """Of one that waits for it. A sentence where nothing can go in."""
    if not Preview(row.found, row.answers).games:
        return str(NOTHING)
    row.writing = jobs.enqueue("write-import", row.club, by, {"import": str(row.pk)})
    row.state = State.WRITING
    row.save(update_fields=["state", "writing"])
    return ""


def undo(row: ImportBatch, by: User | None) -> str:
    """Of one that is done. A sentence where something stands in the way."""
    if wrong := in_the_way(row):
        return wrong
    row.writing = jobs.enqueue("undo-import", row.club, by, {"import": str(row.pk)})
    row.save(update_fields=["writing"])
    return ""


def can_be_forgotten(row: ImportBatch) -> bool:
    """Nothing of it was written; also what could not be read or written."""
    if row.state == State.WRITING:
        return row.writing is None or row.writing.is_over
    return row.state not in (State.DONE, State.UNDONE)


def is_being_undone(row: ImportBatch) -> bool:
    job = row.writing
    return bool(job and job.kind == "undo-import" and job.state in (Job.State.QUEUED, Job.State.RUNNING))


def find(club: Club, pk: UUID) -> ImportBatch:
    rows = ImportBatch.objects.exclude(source=WHOLE).select_related("created_by", "reading", "writing")
    row = get_object_or_404(rows, club=club, pk=pk)
    row.club = club
    return row
