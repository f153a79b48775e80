"""A PgBouncer with the delivered configuration, in front of the suite's database."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg

from tests.databases import URL
from tests.machine import PGBOUNCER
from tests.server import ROOT, free_port, until

MOST = 2  # connections to PostgreSQL
USER = "postgres"  # the user of Debian's package; PgBouncer refuses to run as root


@contextmanager
def bouncer(database: str) -> Iterator[str]:
    """Run PgBouncer and yield the URL of the database through it."""
    with TemporaryDirectory() as scratch:  # another user must be able to read it
        yield from running(Path(scratch), database)


def running(folder: Path, database: str) -> Iterator[str]:
    """Start PgBouncer with the delivered configuration, adapted, and yield the URL of the database through it."""
    at, port = urlsplit(URL), free_port()
    server = f"host={at.hostname} port={at.port or 5432} user={at.username} dbname={database}"
    server += f" password={at.password}" if at.password else ""
    changes = {
        r"^dogclub = .* dbname=dogclub": f"{database} = {server}",
        r"^listen_port = .*": f"listen_port = {port}",
        r"^auth_type = .*": "auth_type = any",
        r"^auth_file = .*": "",
        r"^default_pool_size = .*": f"default_pool_size = {MOST}",
    }
    text = (ROOT / "deploy" / "pgbouncer.ini").read_text()
    for wanted, given in changes.items():
        text, count = re.subn(wanted, given.replace("\\", r"\\"), text, flags=re.MULTILINE)
        assert count == 1, wanted
    file = folder / "pgbouncer.ini"
    file.write_text(text)
    for each in (folder, file):
        each.chmod(0o755)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([*as_user(), str(PGBOUNCER), str(file)], stdout=log, stderr=log)
    url = at._replace(netloc=f"{at.username}@127.0.0.1:{port}", path=f"/{database}").geturl()
    try:
        until(lambda: answers(url), process)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def as_user() -> list[str]:
    """The start of a command that runs as PgBouncer's user where the tests run as root."""
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.getuid() == 0 else []


def answers(url: str) -> bool:
    try:
        with closing(psycopg.connect(url)):
            return True
    except psycopg.OperationalError:
        return False
