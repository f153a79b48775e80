"""A search of all stored bytes: every file under `var/`."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from dogclub.jobs.run import run
from dogclub.models import Job
from dogclub.privacy.erasure import OVERWRITE


def files() -> list[Path]:
    return [each for each in Path(settings.VAR).rglob("*") if each.is_file()]


def found(words: Iterable[str]) -> list[str]:
    """Return "word in file" for each word that a file contains, encoded as UTF-8 or with the escapes of JSON."""
    spelt = {word: {word.encode(), word.encode("ascii", "backslashreplace")} for word in words}
    said = []
    for each in files():
        content = each.read_bytes()
        said += [f"{word} in {each.name}" for word, ways in spelt.items() if any(way in content for way in ways)]
    return said


def overwritten() -> None:
    """Run the queued overwrite jobs, as a worker does."""
    for pk in Job.objects.filter(kind=OVERWRITE.key).values_list("pk", flat=True):
        run(pk)
    assert not Job.objects.filter(kind=OVERWRITE.key).exists()
