"""Steps of a start: each says on stderr what it does, and how long it took."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from django.core.management.base import CommandError, OutputWrapper

from dogclub.configuration.environment import PROGRAM
from dogclub.operations.health.database import state
from dogclub.server.staticfiles import are_changed, collect_if_changed

PLAIN = str  # a style without colour; stderr is red by default
OLDER = f"The database is not up to date with this program. Bring it up to date first: {PROGRAM} migrate."


@contextmanager
def step(stderr: OutputWrapper, what: str) -> Iterator[None]:
    """Write what is being done, and when the block ends how many seconds it took."""
    stderr.write(f"{what} … ", PLAIN, ending="")
    stderr.flush()
    began = monotonic()
    yield
    stderr.write(f"done in {monotonic() - began:.0f} s", PLAIN)


def refuse_unusable() -> None:
    """Raise CommandError with what is wrong with the database; a database that only lacks migrations passes."""
    if trouble := state(reads_all=True).trouble:
        raise CommandError(trouble)


def refuse_older() -> None:
    """Raise CommandError where the database lacks migrations, which only `start` makes by itself."""
    if state().is_older:
        raise CommandError(OLDER)


def collect(stderr: OutputWrapper) -> None:
    """Collect styles and scripts where they changed: without them every page would be an error."""
    if are_changed():
        with step(stderr, "Collecting styles and scripts"):
            collect_if_changed()
