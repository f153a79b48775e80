"""A server with background jobs for the commands of this folder, whose database they read."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from tests.databases import drop_all
from tests.faults.kills import KEY
from tests.prepared import prepared
from tests.server import Server, running

SETTINGS = "tests.faults.settings"


@contextmanager
def serving() -> Iterator[Server]:
    """Yield the server, on PostgreSQL where DATABASE_URL names one; import `tests` only after that variable is set."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            with running(prepared(), Path(scratch, "var"), made) as server:
                os.environ |= {**server.environment, "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
                django.setup()
                yield server
        finally:
            drop_all()


def made(var: Path, url: str) -> Server:
    """The server of these tests with the secret key that this process knows."""
    return Server(var, url, {"SECRET_KEY": KEY, "DJANGO_SETTINGS_MODULE": SETTINGS})
