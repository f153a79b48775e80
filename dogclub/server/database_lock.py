"""Allows one server for each SQLite database: a second would run background work twice and see new entries late."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

_locks: list[int] = []  # file descriptors of locks, which the kernel releases when the process ends


def claim_database() -> None:
    """Lock the SQLite database for this process. Raises CommandError where another process serves it. PostgreSQL is not
    locked: it may have several servers.
    """
    at = settings.DATABASES["default"]
    if "sqlite" not in at["ENGINE"]:
        return
    lock = Path(f"{at['NAME']}.server")
    with suppress(OSError):  # the check of the database reports a folder that is not writable
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
        _locks.append(descriptor)
