"""One server on one SQLite: a second would do the background work twice, and follow the first one's entries late."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

_held: list[int] = []  # open for as long as the process lives; the kernel lets go with it


def claim_database() -> None:
    """Raises CommandError where another process serves it. PostgreSQL is made for many."""
    at = settings.DATABASES["default"]
    if "sqlite" not in at["ENGINE"]:
        return
    lock = Path(f"{at['NAME']}.server")
    with suppress(OSError):  # a folder nobody may write to is told of by the check of the database
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = os.read(descriptor, 20).decode(errors="replace")
            os.close(descriptor)
            raise CommandError(
                f"Dog Club already serves this database (process {other}). Stop it first, or set DOGCLUB_VAR to "
                "another folder for another installation."
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        _held.append(descriptor)
