"""The steps an import goes, on its page and by programs: brought in, forgotten, undone. In a transaction each."""

from games import jobs
from games.imports.picture import Picture
from games.imports.undoing import in_the_way
from games.models import Import, Job
from leagues.models import User

State = Import.State
OTHERWISE = "This import has gone on meanwhile. This is where it stands."
NOTHING = "Nothing of this can go in as it stands."


def confirm(row: Import, by: User | None) -> str:
    """Of one that waits for it. A sentence where nothing can go in."""
    if not Picture(row.found, row.answers).games:
        return NOTHING
    row.writing = jobs.ask("write-import", row.club, by, {"import": str(row.pk)})
    row.state = State.WRITING
    row.save(update_fields=["state", "writing"])
    return ""


def undo(row: Import, by: User | None) -> str:
    """Of one that is done. A sentence where something stands in the way."""
    if wrong := in_the_way(row):
        return wrong
    row.writing = jobs.ask("undo-import", row.club, by, {"import": str(row.pk)})
    row.save(update_fields=["writing"])
    return ""


def can_be_forgotten(row: Import) -> bool:
    """Nothing of it was written; also what could not be read or written."""
    if row.state == State.WRITING:
        return row.writing is None or row.writing.is_over
    return row.state not in (State.DONE, State.UNDONE)


def is_being_undone(row: Import) -> bool:
    job = row.writing
    return bool(job and job.kind == "undo-import" and job.state in (Job.State.QUEUED, Job.State.RUNNING))
