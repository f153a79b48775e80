"""Kills PostgreSQL, Redis, a web process and the worker in turn, under load, and starts each of them again.

Tablets send each message until it is acknowledged; members read pages; boards reconnect when their stream ends. Every
response must be a 200, or a 503 with Retry-After; a web process that is down does not respond. No acknowledged entry
may be lost or stored twice, and in the end every board must receive versions again.
"""

import asyncio
import http.client
import os
import random
import signal
import threading
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from http import HTTPStatus
from itertools import cycle
from pathlib import Path

from django.db import connections

from benchmarks.scale_machine import Machine, Postgres, machine
from benchmarks.scale_people import Member, clubs_by_size, cookie_of, members
from clubs.models import Club, Role
from dogclub.jobs.asking import enqueue
from dogclub.models import Job
from tests.dogclub.kennel import OwnRedis, a_worker
from tests.faults.kills import counted
from tests.faults.soakers import Helper
from tests.faults.tablets import Tablet, a_match
from tests.server import Server, until

TABLETS, MATCHES = 6, 40
PAUSE = 0.5  # seconds between two messages of a tablet: an account may write 240 times a minute
BOARD_PAUSE = 0.2


class Paced(Tablet):
    """A tablet that pauses between messages and measures the longest time, in seconds, between two responses."""

    last, longest = 0.0, 0.0

    def pause(self) -> None:
        now = time.monotonic()
        self.longest, self.last = max(self.longest, now - self.last), now
        self.done.wait(PAUSE)

    def begin(self) -> None:
        self.longest, self.last = 0.0, time.monotonic()


class Reader(Helper):
    """Requests pages that members look at, from all web processes in turn, and counts the outcomes."""

    def __init__(self, webs: Sequence[Server], people: Sequence[Member]) -> None:
        super().__init__()
        self.webs, self.people, self.chance = cycle(webs), people, random.Random(76)
        self.counts: Counter[str] = Counter()

    def step(self) -> None:
        member = self.chance.choice(self.people)
        self.counts[self.ask(next(self.webs).port, member.page(self.chance), member.cookie)] += 1
        self.done.wait(0.05)

    def ask(self, port: int, path: str, cookie: str) -> str:
        """Request one page and return the outcome: the status, “503 with Retry-After”, or “nobody there” where no
        response came.
        """
        wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            wire.request("GET", path, headers={"Cookie": cookie})
            answer = wire.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return "nobody there"
        finally:
            wire.close()
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE and answer.headers["Retry-After"]:
            return "503 with Retry-After"
        return str(answer.status)


class Boards(threading.Thread):
    """Streams that are opened again whenever they end; `received_at` is when each last got a version."""

    def __init__(self, addresses: Sequence[tuple[int, str, str]]) -> None:
        super().__init__(daemon=True)
        self.addresses, self.done = addresses, threading.Event()
        self.received_at = [0.0] * len(addresses)
        self.refused: Counter[str] = Counter()

    def run(self) -> None:
        asyncio.run(self.listen())

    async def listen(self) -> None:
        running = [asyncio.create_task(self.board(place)) for place in range(len(self.addresses))]
        await asyncio.to_thread(self.done.wait)
        for each in running:
            each.cancel()

    async def board(self, place: int) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self.follow(place)
            await asyncio.sleep(BOARD_PAUSE)

    async def follow(self, place: int) -> None:
        port, path, cookie = self.addresses[place]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
            status = (await reader.readline()).split()[1:2]
            if status != [b"200"]:
                self.refused[b"".join(status).decode()] += 1
                return
            while line := await reader.readline():
                if line.startswith(b"event: version"):
                    self.received_at[place] = time.monotonic()
        finally:
            writer.close()


class Killing:
    """How each kind of process is killed and started again, by name in `ways`."""

    def __init__(self, own: Postgres, one: Machine, stack: ExitStack) -> None:
        self.own, self.one, self.stack = own, one, stack
        self.ways: dict[str, Callable[[], None]] = {
            "PostgreSQL": self.database,
            "Redis": self.redis,
            "a web process": self.web,
            "the worker": self.worker,
        }

    def database(self) -> None:
        self.own.stop(signal.SIGKILL)
        time.sleep(1)  # a real restart is not immediate either
        self.own.run()
        connections.close_all()  # those of this process are broken, too

    def redis(self) -> None:
        self.one.redis.kill()
        time.sleep(1)
        self.one.redis.start()

    def web(self) -> None:
        self.one.webs[0].kill()
        self.one.webs[0].start("--no-worker")

    def worker(self) -> None:
        os.kill(self.one.worker, signal.SIGKILL)
        self.one.worker = self.stack.enter_context(a_worker(self.one.webs[0])).pid


def tablets(one: Machine, clubs: Sequence[Club]) -> list[Paced]:
    """One tablet in each club, with the script of the matches that it will play."""
    found = []
    for number, (club, web) in enumerate(zip(clubs[:TABLETS], cycle(one.webs))):
        players = list(club.players.order_by("pk")[:5])
        script = [a_match(club, players, number + step, number % 2 + 1) for step in range(MATCHES)]
        session = cookie_of(club, Role.SCOREKEEPER).partition(";")[0].removeprefix("sessionid=")
        found.append(Paced(web, session, script))
    return found


def watching(one: Machine, at_work: Sequence[Paced], boards: int) -> Boards:
    """So many boards, of the clubs' first matches, on all web processes."""
    places = [(web, tablet) for web in one.webs for tablet in at_work]
    addresses = [
        (web.port, f"/c/{Club.objects.get(matches=tablet.matches[0][0]).slug}/live/", f"sessionid={tablet.session}")
        for _, (web, tablet) in zip(range(boards), cycle(places))
    ]
    return Boards(addresses)


def killed(arguments: Namespace, own: Postgres, var: Path, redis: OwnRedis) -> None:
    """Start all processes and kill them under load."""
    with machine(var, os.environ["DATABASE_URL"], redis, arguments.webs) as one, ExitStack() as stack:
        under_load(arguments, own, one, stack)


def under_load(arguments: Namespace, own: Postgres, one: Machine, stack: ExitStack) -> None:
    """Kill each kind of process `arguments.kill` times and print and check the outcome."""
    clubs = clubs_by_size(TABLETS, random.Random(76))
    at_work = tablets(one, clubs)
    boards, reader = watching(one, at_work, arguments.boards), Reader(one.webs, members(clubs))
    helpers: list[Paced | Boards | Reader] = [*at_work, boards, reader]
    for each in helpers:
        each.start()
    until(lambda: all(boards.received_at))
    begun = enqueue("archive", clubs[0])
    ways = Killing(own, one, stack).ways
    silences = {name: [silence(way, at_work) for _ in range(arguments.kill)] for name, way in ways.items()}
    again = time.monotonic()
    until(lambda: min(boards.received_at) > again)
    print(f"{len(boards.received_at)} boards follow again, {time.monotonic() - again:.1f} s after the last kill.")
    for each in helpers:
        each.done.set()
    for each in helpers:
        each.join()
    until(lambda: is_over(begun))
    begun.refresh_from_db()
    print(f"The archive that was begun before the first kill: {begun.state}, {begun.tries} tries.")
    job = enqueue("archive", clubs[0])
    until(lambda: is_over(job))
    assert Job.objects.get(pk=job.pk).state == Job.State.DONE
    for name, waits in silences.items():
        print(f"{name}: killed {len(waits)} times; a tablet waited {max(waits):.1f} s at most")
    delays = sum(tablet.told_to_wait for tablet in at_work)
    print(f"Entries told to wait: {delays}. Pages: {dict(reader.counts)}. Boards refused: {dict(boards.refused)}.")
    assert {*reader.counts} <= {"200", "503 with Retry-After", "nobody there"}, reader.counts
    counted(at_work, arguments.kill * len(silences)).print()


def is_over(job: Job) -> bool:
    """Whether a job has ended."""
    return Job.objects.get(pk=job.pk).finished_at is not None


def silence(way: Callable[[], None], at_work: Sequence[Paced]) -> float:
    """Kill and restart one kind of process; return the longest time, in seconds, that any tablet waited for a response,
    measured until all tablets got one.
    """
    for tablet in at_work:
        tablet.begin()
    way()
    before = [tablet.answers for tablet in at_work]
    until(lambda: all(one.answers > then or one.refused for one, then in zip(at_work, before, strict=True)))
    return max(tablet.longest for tablet in at_work) - PAUSE
