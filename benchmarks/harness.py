"""Sets up a benchmark: a fresh database, the real server, and a client that keeps its connection open."""

import http.client
import json
import os
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "b" * 32
sys.path.insert(0, str(ROOT))


class Took(NamedTuple):
    """Milliseconds by the clock, and of the server's processor; other processes on the machine do not affect the
    second.
    """

    clock: float
    processor: float


class Browser:
    """An HTTP client that is signed in; measures each response, and keeps the ETag of the last one in `tag`."""

    tag = ""

    def __init__(self, port: int, pid: int, session: str) -> None:
        self.wire = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.pid = pid
        self.cookie = f"sessionid={session}; csrftoken={TOKEN}"

    def timed(self, expected: int, method: str, path: str, body: str | bytes = b"", **headers: str) -> Took:
        """Send a request and return what its response took; fail unless its status is `expected`. Keywords are headers,
        with _ for -.
        """
        own = {"Cookie": self.cookie, "X-CSRFToken": TOKEN}
        before, begun = used(self.pid), time.perf_counter()
        self.wire.request(method, path, body, own | {name.replace("_", "-"): said for name, said in headers.items()})
        answer = self.wire.getresponse()
        said = answer.read()
        self.tag = answer.headers.get("ETag", "")
        took = Took((time.perf_counter() - begun) * 1000, used(self.pid) - before)
        assert answer.status == expected, f"{method} {path}: {answer.status} {said[:300]!r}"
        return took

    def form(self, expected: int, path: str, fields: Sequence[tuple[str, str]], **headers: str) -> Took:
        """Send a POST of form fields, as `timed` does."""
        kind = "application/x-www-form-urlencoded"
        return self.timed(expected, "POST", path, urlencode(fields), Content_Type=kind, **headers)


def used(pid: int) -> float:
    """Processor time of a process in milliseconds, by all threads that have not ended."""
    return sum(map(used_by, Path(f"/proc/{pid}/task").iterdir())) / 1e6


def used_by(thread: Path) -> int:
    """Processor time of a thread (its /proc directory) in nanoseconds; 0 if it has just ended."""
    try:
        return int((thread / "schedstat").read_text().split()[0])
    except (FileNotFoundError, ProcessLookupError):
        return 0


@contextmanager
def benchmark_server(**extra: str) -> Iterator[Callable[..., Browser]]:
    """Prepare a temporary data folder and database, before any module of Dog Club is imported, and yield a function
    that starts a server.

    That function is to be called once the rows exist; it takes more environment variables, starts a server with those
    and `extra`, and returns a signed-in Browser. A second call starts a second server.
    """
    with tempfile.TemporaryDirectory(prefix="dogclub-bench-") as var:
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        os.environ |= {"DJANGO_SETTINGS_MODULE": "benchmarks.settings", "DOGCLUB_VAR": var, "PYTHONPATH": paths}
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{var}/dogclub.sqlite3")
        from tests.prepared import lay_out

        lay_out(Path(var))
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)  # needed where DATABASE_URL names another database
        from benchmarks.servers import server_of
        from tests.server import Server, processes_of

        servers: list[Server] = []

        def opened(**more: str) -> Browser:
            own = {"DJANGO_SETTINGS_MODULE": "benchmarks.settings", **extra, **more}
            session = sign_in()
            folder, url = (
                another_server(Path(var), len(servers)) if servers else (Path(var), os.environ["DATABASE_URL"])
            )
            server = server_of(sys.argv, folder, url, own)
            servers.append(server)
            server.start("--no-worker")
            assert server.process
            return Browser(server.port, processes_of(server.process.pid)[-1], session)

        try:
            yield opened
        finally:
            for server in servers:
                server.kill()


def another_server(var: Path, number: int) -> tuple[Path, str]:
    """Create a data folder for a further server and return it with its database URL: a copy of an SQLite database,
    which only one server may use.
    """
    folder, url = Path(var, f"beside-{number}"), os.environ["DATABASE_URL"]
    shutil.copytree(var, folder, ignore=shutil.ignore_patterns("*.sqlite3*", "beside-*"))
    file = url.removeprefix("sqlite:///")
    if file == url:
        return folder, url
    copy = folder / "dogclub.sqlite3"
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return folder, f"sqlite:///{copy}"


def sign_in() -> str:
    """Sign the club's scorekeeper in and return the session key."""
    from django.test import Client

    from clubs.models import Membership, Role

    browser = Client()
    browser.force_login(Membership.objects.filter(role=Role.SCOREKEEPER).select_related("user")[0].user)
    return browser.cookies["sessionid"].value


def in_turns(rounds: int, ways: Mapping[str, Callable[[int], Took]]) -> dict[str, Took]:
    """The median of what each way took, over so many rounds."""
    taken = each_in_turn(rounds, ways)
    return {name: Took(*map(statistics.median, zip(*found, strict=True))) for name, found in taken.items()}


def each_in_turn(rounds: int, ways: Mapping[str, Callable[[int], Took]]) -> dict[str, list[Took]]:
    """What each way took in every round, without the first tenth. Each round has another order, so that no way is
    always first.
    """
    took: dict[str, list[Took]] = {name: [] for name in ways}
    names = list(ways)
    for at in range(rounds):
        for name in names[at % len(names) :] + names[: at % len(names)]:
            took[name].append(ways[name](at))
    return {name: found[rounds // 10 :] for name, found in took.items()}


def say(figures: Mapping[str, Took], bare: str) -> None:
    """Print the figures and their ratios to those of `bare`, as a table or with --json as JSON."""
    if "--json" in sys.argv:
        print(json.dumps({name: took._asdict() for name, took in figures.items()}))
        return
    base = figures[bare]
    print(f"{'':34}  {'clock':>10} {'':>6}  {'processor':>10}")
    for name, took in figures.items():
        ratios = took.clock / base.clock, took.processor / base.processor
        print(f"{name:>34}  {took.clock:7.2f} ms {ratios[0]:5.2f}x  {took.processor:7.2f} ms {ratios[1]:5.2f}x")
