"""A PostgreSQL of its own, whose processes may be killed.

When one of its backends is killed, PostgreSQL ends all of them and recovers; when the main process is killed, `run`
must start it again.
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
OWNER = "postgres"  # the user of Debian's package; PostgreSQL does not run as root
PATIENCE = 60  # seconds
# A backend with a transaction id has begun to write and not committed yet.
WRITERS = "SELECT pid FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = %s"


class OwnPostgreSQL:
    """A PostgreSQL on a port of its own, for local connections only, with `kill_a_writer` and `stop` for faults."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, a_port()
        self.url = f"postgres://{OWNER}@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Create the data directory and start PostgreSQL."""
        data = str(self.folder / "data")
        making = ["initdb", "-D", data, "-U", OWNER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run(as_owner(self.folder, *making), check=True, stdout=subprocess.DEVNULL)
        self.run()

    def run(self) -> None:
        """Start the main process and wait until it accepts connections.

        It is tried again, since PostgreSQL ends at once while a process of a killed predecessor still holds shared
        memory.
        """
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
        """Wait until PostgreSQL accepts connections; False if it ends, or does not before `end` (monotonic seconds)."""
        assert self.process
        while self.process.poll() is None and time.monotonic() < end:
            with suppress(psycopg.Error), psycopg.connect(self.url):
                return True
            time.sleep(0.02)
        return False

    def kill_a_writer(self, database: str) -> None:
        """Kill a backend that writes to this database; wait until PostgreSQL has ended all of them and recovered."""
        looking = psycopg.connect(self.url, autocommit=True)
        end = time.monotonic() + PATIENCE
        while not killed(looking.execute(WRITERS, [database]).fetchone()):
            assert time.monotonic() < end, "nobody writes"
        with suppress(psycopg.Error), looking:
            while time.monotonic() < end:
                looking.execute("SELECT 1")
        assert self.answers(end), "PostgreSQL does not answer"

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Send a signal to the main process and wait for its end; on SIGQUIT it ends all backends at once. Only `run`
        starts it again.
        """
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)


def killed(found: tuple[int] | None) -> bool:
    """Kill the process of the row; False if there is none or it has ended by itself."""
    with suppress(ProcessLookupError):
        if found:
            os.kill(found[0], signal.SIGKILL)
            return True
    return False


def as_owner(folder: Path, program: str, *arguments: str) -> list[str]:
    """The command, run as a user that PostgreSQL accepts and that owns the folder; it ends with this process."""
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
