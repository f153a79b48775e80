"""Measures how soon all live streams of a match get a write: `.venv/bin/python benchmarks/live.py [ROUNDS]`.

20, 200 and 1,000 streams from another process are connected to the real server and to a bare asyncio broadcast
(live_bare.py) that sends them the same bytes; both are timed from the moment at which the version is published. The
third row is a POST that writes to the sheet, timed from when it is sent. With REDIS_URL there is a second server
process: its streams get through Redis what is published in the first. `--few` stops at 20 streams. `--boards` measures
the boards of one browser instead (live_boards.py).
"""

import http.client
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import ROOT, TOKEN, benchmark_server, sign_in, used

ROUNDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 30))
CROWDS = (20,) if "--few" in sys.argv else (20, 200, 1_000)
ROOM = {"STREAMS_PER_ADDRESS": "1000", "STREAMS_PER_SESSION": "1000"}
PAUSE = 0.1  # seconds between rounds, so that they do not overlap
FIRST = 1_000_000  # first version of the bare server, higher than any match's version


class Latency(NamedTuple):
    """Milliseconds until half, and until 95 % of the streams had received a write; how many never received it;
    milliseconds of the server's processor for each write.
    """

    half: float
    most: float
    missing: int
    processor: float


class Clients:
    """The process that opens the streams (live_clients.py)."""

    def __init__(self) -> None:
        command = [sys.executable, str(ROOT / "benchmarks" / "live_clients.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, **arguments: Any) -> Any:
        """Send a command and return the response."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(arguments) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def latency(self, port: int, number: int, sent: dict[int, float], processor: float) -> Latency:
        """The figures of all streams at a port: `number` of them, and the time at which each version in `sent` was
        published.
        """
        received = self.say(port=port)["received"]
        waited = [(when - begun) * 1000 for version, begun in sent.items() for when in received.get(str(version), [])]
        cuts = statistics.quantiles(waited, n=20)
        missing = number * len(sent) - len(waited)
        return Latency(statistics.median(waited), cuts[-1], missing, processor / len(sent))


@contextmanager
def bare() -> Iterator[tuple[int, int]]:
    """Start the bare broadcast and yield its port and process ID."""
    command = [sys.executable, str(ROOT / "benchmarks" / "live_bare.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline()), process.pid
        finally:
            process.terminate()


class Post(NamedTuple):
    """When a request was sent, by `time.perf_counter`, and the body of its response."""

    sent: float
    body: bytes


def post(port: int, path: str, cookie: str = "", body: bytes = b"") -> Post:
    """Send a POST on a new connection."""
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    begun = time.perf_counter()
    wire.request("POST", path, body, {"Cookie": cookie, "X-CSRFToken": TOKEN})
    answer = wire.getresponse()
    said = answer.read()
    wire.close()
    assert answer.status in (200, 302), answer.status
    return Post(begun, said)


def resident(pid: int) -> float:
    """The memory of a process, in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def rounds(pid: int, first: int, write: Callable[[int], float]) -> tuple[dict[int, float], float]:
    """Publish ROUNDS versions with `write`, from `first` on; return the time of each and the processor time of the
    process in milliseconds.
    """
    sent, before = {}, used(pid)
    for version in range(first, first + ROUNDS):
        sent[version] = write(version)
        time.sleep(PAUSE)
    return sent, used(pid) - before


def main() -> None:
    redis = os.environ.get("REDIS_URL", "")
    with benchmark_server(REDIS_URL=redis, **ROOM) as opened, bare() as (plain, plain_pid):
        from django.test import Client

        from benchmarks.evening import matches_at_hand_seven
        from clubs.models import Role
        from tests.factory import a_member
        from tests.server import Server

        [match] = matches_at_hand_seven(1)
        organiser = Client()
        organiser.force_login(a_member(match.club, Role.ORGANISER))
        cookie = f"sessionid={organiser.cookies['sessionid'].value}; csrftoken={TOKEN}"
        first = opened()
        first_port, first_pid = first.wire.port, first.pid
        second = Server(Path(os.environ["DOGCLUB_VAR"]), os.environ["DATABASE_URL"], first_extra(redis))
        if redis:
            second.start("--no-worker")
        page, verbs = f"/m/{match.pk}/", cycle(["abandon", "reopen"])

        def published(version: int) -> float:
            return float(post(first_port, f"/bare/tell/{match.pk}/{version}").body)

        def written(version: int) -> float:
            return post(first_port, f"{page}{next(verbs)}/", cookie).sent

        def broadcast(version: int) -> float:
            said = f'event: version\ndata: {{"match:{match.pk}": {version}}}\n\n'
            return float(post(plain, "/", body=said.encode()).body)

        ports = [first_port, plain, *([second.port] if redis else [])]
        clients, here, before = Clients(), 0, resident(first_pid)
        heads = f"{'half':>9} {'95 %':>9} {'to bare':>8} {'processor':>11} {'missing':>8} {'memory':>7}"
        print(f"{'streams':>7} {'':14} {heads}")
        try:
            for number in CROWDS:
                for port in ports:
                    got = clients.say(port=port, path=f"{page}live/", cookie=cookie, number=number - here)
                    assert got == number - here, f"{got} of {number - here} got in"
                here = number
                time.sleep(1)
                match.refresh_from_db()
                base = clients.latency(plain, number, *rounds(plain_pid, number * FIRST, broadcast))
                row(number, "bare", base, base)
                versions = rounds(first_pid, match.version + 1, published)
                memory = f"{resident(first_pid) - before:+.0f} MB"
                row(number, "published", clients.latency(first_port, number, *versions), base, memory)
                if redis:
                    row(number, "through Redis", clients.latency(second.port, number, *versions), base)
                match.version += ROUNDS
                match.save(update_fields=["version"])
                posts = rounds(first_pid, match.version + 1, written)
                row(number, "by POST", clients.latency(first_port, number, *posts), base)
            stop(clients, first_pid, first_port, here)
        finally:
            second.kill()
            clients.process.kill()


def boards() -> None:
    """Measure the boards of one browser."""
    from benchmarks.live_boards import measure

    with benchmark_server(**ROOM) as opened:
        from benchmarks.evening import matches_at_hand_seven

        [match] = matches_at_hand_seven(1)
        port, session = opened().wire.port, sign_in()
        hands = min(ROUNDS, 5)
        measure(f"http://127.0.0.1:{port}", session, match.get_absolute_url(), match.club.get_absolute_url(), hands)


def first_extra(redis: str) -> dict[str, str]:
    return {"DJANGO_SETTINGS_MODULE": "benchmarks.settings", "REDIS_URL": redis, **ROOM}


def row(number: int, name: str, found: Latency, base: Latency, memory: str = "") -> None:
    """Print one row of the table; `base` are the figures of the bare broadcast."""
    ratio = found.most / base.most
    clock = f"{found.half:6.1f} ms {found.most:6.1f} ms {ratio:7.2f}x"
    print(f"{number:7} {name:>14} {clock} {found.processor:8.1f} ms {found.missing:8} {memory:>7}", flush=True)


def stop(clients: Clients, pid: int, port: int, number: int) -> None:
    """Stop the server with SIGTERM and print how long that took and how many streams got the closing event."""
    begun = time.perf_counter()
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    took = time.perf_counter() - begun
    time.sleep(0.5)
    figures = clients.say(port=port)
    print(
        f"SIGTERM: over after {took:.2f} s; {figures['closing_events']} of {number} got the closing event,"
        f" {figures['ended']} ended"
    )


if __name__ == "__main__":
    boards() if "--boards" in sys.argv else main()
