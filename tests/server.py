"""The real server in a process of its own, on a migrated database of its own."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from tests.databases import database
from tests.shell import Shell

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = ROOT / "tests" / "production"  # its sitecustomize runs first in each process of a server
# Each worker has its own range, outside the system's ephemeral ports, so that no other process takes a port before its
# server does, or while the server is stopped.
FIRST = 20_000 + 1_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = cycle(FIRST + (os.getpid() + number) % 1_000 for number in range(1_000))


@dataclass
class Server:
    """`manage.py serve` on a free port, and other commands on its database; `extra` is added to the environment,
    `before` precedes each command line.
    """

    var: Path
    database_url: str
    extra: dict[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    port: int = 0
    _shell: Shell | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        ours = ("REDIS_URL", "DJANGO_SETTINGS_MODULE")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        own = {"DOGCLUB_VAR": str(self.var), "DATABASE_URL": self.database_url, "BASE_URL": self.url}
        path = os.pathsep.join(filter(None, (str(PRODUCTION), str(ROOT), os.environ.get("PYTHONPATH"))))
        return {**kept, **own, "PYTHONPATH": path, "PYTHONFAULTHANDLER": "1", **self.extra}

    def command(self, *arguments: str) -> list[str]:
        return [*self.before, sys.executable, str(ROOT / "manage.py"), *arguments]

    def manage(self, *arguments: str, stdin: str | None = None) -> "subprocess.CompletedProcess[str]":
        """Run a management command in a process of its own, and return its status and output; `shell` is `forked`."""
        if arguments[:1] == ("shell",):
            return self.forked(*arguments, stdin=stdin)
        return subprocess.run(
            self.command(*arguments), env=self.environment, input=stdin, capture_output=True, text=True, check=False
        )

    def forked(self, *arguments: str, stdin: str | None = None) -> "subprocess.CompletedProcess[str]":
        """Run a management command as `manage` does, in a fork of a process that has read the settings once: faster
        from the second command on.
        """
        return self.shell().run(arguments, stdin or "")

    def shell(self) -> Shell:
        """The running shell process; a new one if the environment has changed."""
        environment = {name: value for name, value in self.environment.items() if name != "PYTEST_CURRENT_TEST"}
        if not self._shell or self._shell.environment != environment:
            self.end_shell()
            self._shell = Shell(environment, self.before)
        return self._shell

    def end_shell(self) -> None:
        if self._shell:
            self._shell.end()
        self._shell = None

    def start(self, *arguments: str) -> None:
        """Start the server and wait until it answers; raise AssertionError with the end of its log if it does not."""
        self.port = self.port or free_port()
        log = (self.var / "server.log").open("ab")
        self.process = subprocess.Popen(
            self.command("serve", "--port", str(self.port), *arguments), env=self.environment, stdout=log, stderr=log
        )
        log.close()
        try:
            until(self.answers, self.process)
        except AssertionError as error:
            raise AssertionError(f"{error}; its last words:\n{self.log[-4000:]}") from None

    def answers(self) -> bool:
        """Whether the server responds to requests."""
        try:
            urllib.request.urlopen(f"{self.url}/static/nothing", timeout=5).close()
        except urllib.error.HTTPError as answer:
            answer.close()
        except OSError:
            return False
        return True

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Send the signal, wait for the server's end, and return the exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        return self.process.wait(timeout=60)

    @property
    def log(self) -> str:
        file = self.var / "server.log"
        return file.read_text() if file.exists() else ""


def free_port() -> int:
    """The next free port of this worker's range."""
    return next(filter(is_free, PORTS))


def is_free(port: int) -> bool:
    with closing(socket.socket()) as sock, suppress(OSError):
        sock.bind(("127.0.0.1", port))
        return True
    return False


def until(ready: Callable[[], bool], process: "subprocess.Popen[bytes] | None" = None, patience: float = 120) -> None:
    """Wait until `ready()` is true, at most `patience` seconds; raise an AssertionError if `process` ends before."""
    end = time.monotonic() + patience
    while not ready():
        if process and process.poll() is not None:
            raise AssertionError(f"the server ended with status {process.returncode}")
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def processes_of(pid: int) -> list[int]:
    """The ids of a process and all its descendants."""
    children: list[int] = []
    tasks: list[Path] = []
    with suppress(FileNotFoundError, ProcessLookupError):  # the process or one of its threads may end meanwhile
        tasks += Path(f"/proc/{pid}/task").iterdir()
    for task in tasks:
        with suppress(FileNotFoundError, ProcessLookupError):
            children += map(int, (task / "children").read_text().split())
    return [pid, *(found for child in children for found in processes_of(child))]


def resident(pid: int) -> int:
    """The proportional set size in bytes of a process and its descendants; 0 for one that has just ended."""
    return sum(map(pss, processes_of(pid)))


def pss(pid: int) -> int:
    """The proportional set size in bytes of one process; 0 if it has ended."""
    try:
        size = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(size[1]) * 1024 if size else 0


@contextmanager
def an_installation(migrated: Server, var: Path, kind: Callable[[Path, str], Server] = Server) -> Iterator[Server]:
    """A copy of the empty installation with a database of its own, not running."""
    shutil.copytree(migrated.var, var)
    with database("installation", migrated.database_url) as url:
        one = kind(var, url or f"sqlite:///{var / 'dogclub.sqlite3'}")
        try:
            yield one
        finally:
            one.end_shell()


@contextmanager
def running(migrated: Server, var: Path, kind: Callable[[Path, str], Server] = Server) -> Iterator[Server]:
    """A copy of the empty installation, running while the context is open."""
    with an_installation(migrated, var, kind) as one:
        try:
            one.start()
            yield one
        finally:
            one.kill()
