"""Create and drop the PostgreSQL databases of one run of the suite; nothing to do where it runs on SQLite."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from unittest import mock
from urllib.parse import urlsplit
from uuid import uuid4

from django.db import connections

if TYPE_CHECKING:
    from tests.server import Server

URL = os.environ.get("DATABASE_URL", "")
POSTGRESQL = URL.startswith("postgres")
# Set in the environment, so that parallel workers and the processes they start share it.
RUN = os.environ.setdefault("DOGCLUB_TEST_RUN", f"dogclub_test_{uuid4().hex[:8]}")


def url_of(name: str) -> str:
    """DATABASE_URL with another database name."""
    return urlsplit(URL)._replace(path=f"/{name}").geturl()


@contextmanager
def database(name: str, template: str = "") -> Iterator[str]:
    """Yield the URL of a new database, a copy of the database at the URL `template` if given; yield "" on SQLite."""
    if not POSTGRESQL:
        yield ""
        return
    full = create(name, template)
    try:
        yield url_of(full)
    finally:
        drop(full)


def create(name: str, template: str = "") -> str:
    """Create a database with a unique name that contains `name`, and return that name."""
    full = f"{RUN}_{name}_{uuid4().hex[:12]}"
    copied = f' TEMPLATE "{urlsplit(template).path[1:]}"' if template else ""
    execute(f'CREATE DATABASE "{full}"{copied}')
    return full


def drop(name: str) -> None:
    """End all connections and wait for that, then drop the database: DROP … FORCE alone waits only five seconds."""
    connected = "FROM pg_stat_activity WHERE datname = %s AND usename = current_user"
    execute(f"SELECT pg_terminate_backend(pid, 60000) {connected}", name)
    execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def drop_all(run: str = RUN) -> None:
    """Drop all databases of a run, also those of a run that was killed."""
    if POSTGRESQL:
        for (name,) in execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", run).fetchall():
            drop(name)


def execute(statement: Any, *values: str) -> Any:
    """Run a statement in the maintenance database `postgres`, outside a transaction, and return its cursor."""
    import psycopg

    with psycopg.connect(url_of("postgres"), autocommit=True) as connection:
        return connection.execute(statement, values or None)


@contextmanager
def database_of(server: "Server") -> Iterator[None]:
    """Connect this process to the server's database while the context is open."""
    path = server.database_url.removeprefix("sqlite:///")
    name = path if path != server.database_url else path.rsplit("/", 1)[1]
    kept = connections["default"]
    with mock.patch.dict(connections.settings, default={**connections.settings["default"], "NAME": name}):
        connections["default"] = connections.create_connection("default")
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = kept
