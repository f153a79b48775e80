"""A PostgreSQL of one's own, whose processes may be killed.

With one of them gone it ends all and starts anew; with the main one gone somebody must start it.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg

from tests.machine import INITDB

BIN = Path(INITDB).parent
OWNER = "postgres"  # whom Debian's package makes; PostgreSQL does not run as root
PATIENCE = 60  # seconds
# Whoever has a number of a transaction has begun to write, and has not come to the end.
WRITERS = "SELECT pid FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = %s"


class OwnPostgreSQL:
    """`kill_a_writer` and `stop` are what it is for; it answers on a port of its own, to this machine alone."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, a_port()
        self.url = f"postgres://{OWNER}@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        data = str(self.folder / "data")
        making = ["initdb", "-D", data, "-U", OWNER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run(as_owner(self.folder, *making), check=True, stdout=subprocess.DEVNULL)
        self.run()

    def run(self) -> None:
        """Until it takes connections. It ends at once while a process of one that was killed still has its memory."""
        data = str(self.folder / "data")
        running = ["postgres", "-D", data, "-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1"]
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with (self.folder / "log").open("ab") as log:
                self.process = subprocess.Popen(as_owner(self.folder, *running), stdout=log, stderr=log)
            if self.answers(end):
                return
        raise AssertionError(f"PostgreSQL does not answer: {(self.folder / 'log').read_text()[-2000:]}")

    def answers(self, end: float) -> bool:
        """Once it takes connections; not where it has ended, or did not until then."""
        assert self.process
        while self.process.poll() is None and time.monotonic() < end:
            with suppress(psycopg.Error), psycopg.connect(self.url):
                return True
            time.sleep(0.02)
        return False

    def kill_a_writer(self, database: str) -> None:
        """Kills a backend that writes to this database, and waits until all were ended for it and come again."""
        looking = psycopg.connect(self.url, autocommit=True)
        end = time.monotonic() + PATIENCE
        while not killed(looking.execute(WRITERS, [database]).fetchone()):
            assert time.monotonic() < end, "nobody writes"
        with suppress(psycopg.Error), looking:
            while time.monotonic() < end:
                looking.execute("SELECT 1")
        assert self.answers(end), "PostgreSQL does not answer"

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """The main process; by SIGQUIT it ends all others at once. None starts it but `run`."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)


def killed(found: tuple[int] | None) -> bool:
    """Not where there is none, or it has ended by itself."""
    with suppress(ProcessLookupError):
        if found:
            os.kill(found[0], signal.SIGKILL)
            return True
    return False


def as_owner(folder: Path, program: str, *arguments: str) -> list[str]:
    """A command as a user PostgreSQL runs as, who owns the folder; it ends with this process."""
    command = ["setpriv", "--pdeathsig", "QUIT"]
    if not os.getuid():
        shutil.chown(folder, OWNER)
        command += ["--reuid", OWNER, "--regid", OWNER, "--clear-groups"]
    return [*command, str(BIN / program), *arguments]


def a_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def own_postgresql() -> Iterator[OwnPostgreSQL]:
    with tempfile.TemporaryDirectory() as scratch:
        one = OwnPostgreSQL(Path(scratch))
        try:
            one.start()
            yield one
        finally:
            one.stop()
