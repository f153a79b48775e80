"""A file in the storage with the id of the last clean-up, so that no database deletes files of another one.

A restored database knows only rows of the time of its backup, and a second installation with the same folder or bucket
knows no row of the first. In both the last clean-up known to the database is not the one that the file names.
"""

import io

from django.core.files.base import File
from django.core.files.storage import default_storage

from dogclub.models import Job

NAME = "last-clean-up"
LONGEST = 100


def found() -> str:
    """Return the id of the last clean-up of these files; an empty string if there was none."""
    try:
        with default_storage.open(NAME) as file:
            return bytes(file.read(LONGEST)).decode("ascii", "replace")
    except FileNotFoundError:
        return ""


def is_of(mark: str, last: Job | None) -> bool:
    """Return whether `last`, the last clean-up of this database, left the mark."""
    return bool(mark and last and last.result.get("mark") == mark)


def leave(mark: str) -> None:
    """Replace the mark."""
    default_storage.delete(NAME)
    default_storage.save(NAME, File(io.BytesIO(mark.encode())))
