"""Every byte under `var/`, as somebody finds it who takes the disk away."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from dogclub.erasure.overwrite import OVERWRITE
from dogclub.jobs.worker.run import run
from dogclub.models import Job


def files() -> list[Path]:
    return [each for each in Path(settings.VAR).rglob("*") if each.is_file()]


def found(words: Iterable[str]) -> list[str]:
    """Which of these words stand in which file; a word of another script as UTF-8 and as JSON writes it."""
    spelt = {word: {word.encode(), word.encode("ascii", "backslashreplace")} for word in words}
    said = []
    for each in files():
        content = each.read_bytes()
        said += [f"{word} in {each.name}" for word, ways in spelt.items() if any(way in content for way in ways)]
    return said


def overwritten() -> None:
    """Runs what was asked for, as a worker does."""
    for pk in Job.objects.filter(kind=OVERWRITE.key).values_list("pk", flat=True):
        run(pk)
    assert not Job.objects.filter(kind=OVERWRITE.key).exists()
