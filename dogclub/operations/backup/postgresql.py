"""Backup of a PostgreSQL database with its own tools: pg_dump in one snapshot, restored in one transaction."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction

from dogclub.database import lift_limits
from dogclub.operations.backup.tar import Unusable, ask, counts, migrations

NAME = "database.dump"
ENGINE = "postgresql"
EMPTY = Path(__file__).with_name("empty.sql")


def tool(name: str) -> str:
    """Return the path of a program. Raises Unusable where it is not installed."""
    path = shutil.which(name)
    if not path:
        raise Unusable(
            f"There is no {name} on this machine. Install PostgreSQL’s client (apt install postgresql-client)."
        )
    return path


def major(name: str) -> int:
    """Return the major version of a program."""
    output = subprocess.run([tool(name), "--version"], capture_output=True, text=True, check=True).stdout
    match = re.search(r"(\d+)(?:\.\d+)*", output)
    return int(match[1]) if match else 0


def server_version() -> int:
    """Return the major version of the server."""
    connection.ensure_connection()
    return int(connection.pg_version) // 10000  # type: ignore[attr-defined]


def fit(*names: str) -> None:
    """Raise Unusable where a tool is missing, or older than the server."""
    server = server_version()
    for name in names:
        if (ours := major(name)) < server:
            raise Unusable(
                f"{name} is version {ours}, and the server is {server}. Install postgresql-client-{server} here."
            )


def login() -> dict[str, str]:
    """Return the environment for the tools, with the password: as an argument every user of the machine could
    see it.
    """
    at = connection.settings_dict
    variables = {"PGHOST": at["HOST"], "PGPORT": at["PORT"], "PGUSER": at["USER"], "PGPASSWORD": at["PASSWORD"]}
    variables |= {f"PG{name.upper()}": value for name, value in at["OPTIONS"].items() if name.startswith("ssl")}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    wanted = {name: str(value) for name, value in variables.items() if value}
    return inherited | wanted | {"PGDATABASE": str(at["NAME"])}


@contextmanager
def copied(scratch: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """Dump the database into `scratch`; yield the dump and its counts, migrations and server version, all from one
    snapshot.
    """
    fit("pg_dump")
    dump = scratch / NAME
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        lift_limits(may_idle=True)
        snapshot = ask("SELECT pg_export_snapshot()")[0][0]
        about = {"counts": counts(ask), "migrations": migrations(ask), "server": server_version()}
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={dump}"]
        _run([tool("pg_dump"), *options], "The database could not be copied")
    yield dump, about


def check(dump: Path, server: int) -> None:
    """Raise Unusable where the tools here cannot read the dump (made by server version `server`), or other clients are
    connected.
    """
    if (ours := major("pg_restore")) < server:
        raise Unusable(
            f"The backup comes from PostgreSQL {server}, and pg_restore here is {ours}. Install a newer one."
        )
    fit("pg_restore", "psql")
    _run([tool("pg_restore"), "--file=/dev/null", str(dump)], "The database in it is damaged")
    require_exclusive()


def require_exclusive() -> None:
    """Raise Unusable while another client is connected to the database."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    if ask(f"{others} AND backend_type = 'client backend'")[0][0]:
        raise Unusable("Somebody else is connected to the database. Stop Dog Club and its workers first.")


def put_in_place(dump: Path, scratch: Path) -> None:
    """Empty the database and restore the dump in one transaction, so that a failure changes nothing."""
    connection.close()
    script = scratch / "restore.sql"
    script.write_bytes(EMPTY.read_bytes())
    with script.open("ab") as into:
        _run([tool("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(dump)], "It cannot be read", into)
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}"]
    _run([tool("psql"), *options], "The database did not take it, and is as it was")


def _run(command: list[str], wrong: str, into: IO[bytes] | int = subprocess.DEVNULL) -> None:
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": into, "stderr": subprocess.PIPE}
    done = subprocess.run(command, env=login(), check=False, **pipes)
    if done.returncode:
        reason = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[0]
        raise Unusable(f"{wrong}: {reason[:300]}")
