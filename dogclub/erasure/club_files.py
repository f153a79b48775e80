"""Files of a club beside its rows: those made by jobs or uploaded for imports."""

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.jobs.worker.enqueue import cancel
from dogclub.models import ImportBatch, Job

READ = (ImportBatch.State.READING, ImportBatch.State.ASKING)
AGAIN = gettext_lazy("A player’s name was removed from the club meanwhile. Choose the file again.")
OVER = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)


def forget_file(sender: type[ImportBatch], instance: ImportBatch, **_: object) -> None:
    """Delete an import's file after its row, whatever deleted the row. Receiver of post_delete."""
    name = instance.file
    if name:
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)


@transaction.atomic
def forget_what_may_name(club: Club) -> None:
    """Delete every file and text of jobs and imports that may contain a name of the club's players.

    Finished jobs are deleted, running ones cancelled, and a file that waits to be imported must be uploaded again.
    """
    for job in club.jobs.exclude(state__in=OVER):
        cancel(job)
    club.jobs.filter(state__in=OVER).delete()
    for row in club.imports.filter(state__in=READ):
        forget_file(ImportBatch, row)
    club.imports.filter(state__in=READ).update(state=ImportBatch.State.REFUSED, problem=AGAIN, file="")
    club.imports.exclude(state=ImportBatch.State.WRITING).update(found={}, answers={}, file_name="")
