"""Finds left-over files: those with a name of a form that this program writes and that no row has."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from uuid import UUID

from dogclub.jobs.worker.queue import OPEN
from dogclub.models import ImportBatch, Job
from dogclub.storage.bucket_files import TRIAL
from dogclub.storage.stored import StoredFile, stored_in

AT_ONCE = 500
NUMBER = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
Numbers = Mapping[str, UUID]  # of the row that a file would belong to, by the name of the file


def looked_at(before: datetime) -> Iterator[tuple[int, list[StoredFile]]]:
    """Yield for each batch the number of files of a known form written before, and the left-over ones among them."""
    for folder, (form, kept) in FOLDERS.items():
        files = (file for file in stored_in(folder) if file.written_at < before and form.fullmatch(file.name))
        while batch := list(islice(files, AT_ONCE)):
            named = kept({file.name: _number(form, file.name) for file in batch})
            yield len(batch), [file for file in batch if file.name not in named]


def _number(form: re.Pattern[str], name: str) -> UUID:
    """Return the id in the name of a file."""
    match = form.fullmatch(name)
    assert match
    return UUID(match[1])


def _of_jobs(files: Numbers) -> set[str]:
    """Return the files that a job names, and all files of jobs not yet over: their run may still name one."""
    rows = list(Job.objects.filter(pk__in=set(files.values())).values_list("pk", "file", "state"))
    named = {file for _, file, _ in rows}
    busy = {pk for pk, _, state in rows if state in OPEN}
    return {name for name, pk in files.items() if name in named or pk in busy}


def _of_imports(files: Numbers) -> set[str]:
    """Return the files that an import names."""
    return set(ImportBatch.objects.filter(pk__in=set(files.values())).values_list("file", flat=True))


def _of_nobody(files: Numbers) -> set[str]:
    """Return nothing: no row ever names such a file."""
    return set()


# For each folder the form of its names and the function that returns the named ones. Django adds letters to a name that
# is taken. The name of a job without a file is its empty folder on a disk.
FOLDERS: dict[str, tuple[re.Pattern[str], Callable[[Numbers], set[str]]]] = {
    "jobs": (re.compile(rf"jobs/{NUMBER}(?:/[^/]+)?"), _of_jobs),
    "imports": (re.compile(rf"imports/{NUMBER}(?:_\w+)?"), _of_imports),
    TRIAL: (re.compile(rf"{TRIAL}/{NUMBER}"), _of_nobody),
}
