"""A database that is damaged many times, and restored each time from the saved copy."""

import os
import shutil
from pathlib import Path

from tests.databases import POSTGRESQL, create, drop, execute, url_of
from tests.server import Server


class Installation:
    """A folder and a database, which the environment variables name from then on: a copy of `of`, or empty.

    Nobody may be connected to the database while it is saved or restored.
    """

    def __init__(self, var: str, of: Server | None = None) -> None:
        self.file = Path(var, "dogclub.sqlite3")
        if of:
            shutil.copytree(of.var, var, dirs_exist_ok=True)
        self.name = create("faults", of.database_url if of else "") if POSTGRESQL else ""
        url = url_of(self.name) if POSTGRESQL else f"sqlite:///{self.file}"
        os.environ |= {"DOGCLUB_VAR": var, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
        os.environ.pop("REDIS_URL", None)

    def keep(self) -> None:
        """Save a copy of the database."""
        if POSTGRESQL:
            execute(f'CREATE DATABASE "{self.name}_kept" TEMPLATE "{self.name}"')
        else:
            shutil.copy(self.file, self.file.with_suffix(".kept"))

    def put_back(self) -> None:
        """Restore the database from the saved copy."""
        if POSTGRESQL:
            drop(self.name)
            execute(f'CREATE DATABASE "{self.name}" TEMPLATE "{self.name}_kept"')
            return
        for suffix in ("-wal", "-shm"):
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
        shutil.copy(self.file.with_suffix(".kept"), self.file)
