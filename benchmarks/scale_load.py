"""Requests that come when they come, whether or not those before were answered: what an evening does to a server."""

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle

import httpx

from benchmarks.house import TOKEN
from benchmarks.live_clients import Crowd
from benchmarks.scale_people import Member, Table

PATIENCE = 60  # seconds


@dataclass
class Answers:
    """Milliseconds from when each request was due to the end of its answer, and how often which status came."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    seconds: float = 0

    def percentiles(self) -> tuple[float, float, float]:
        """The 50th, 95th and 99th."""
        cuts = statistics.quantiles(self.took, n=100, method="inclusive")
        return cuts[49], cuts[94], cuts[98]


class Load:
    """Members and tables, who ask the web processes in turn."""

    def __init__(self, ports: Sequence[int], members: Sequence[Member], tables: Sequence[Table]) -> None:
        self.members, self.tables, self.chance = members, tables, random.Random(76)
        self.ports = cycle(ports)
        self.answers = Answers()

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{next(self.ports)}{path}"

    async def at_rate(self, rate: float, seconds: float, share_of_entries: float) -> Answers:
        """So many requests a second, at moments by chance."""
        begun = time.perf_counter()
        due, running = begun, []
        async with client() as self.client:
            while due < begun + seconds:
                await asyncio.sleep(max(0, due - time.perf_counter()))
                is_entry = self.chance.random() < share_of_entries
                running.append(asyncio.create_task(self.one(self.entry if is_entry else self.page, due)))
                due += self.chance.expovariate(rate)
            await asyncio.gather(*running)
        self.answers.seconds = time.perf_counter() - begun
        return self.answers

    async def at_most(self, at_once: int, seconds: float, *, entries: bool = False) -> Answers:
        """Pages or entries without a pause, by so many at once."""
        begun = time.perf_counter()

        async def reader() -> None:
            while time.perf_counter() < begun + seconds:
                await self.one(self.entry if entries else self.page, time.perf_counter())

        async with client() as self.client:
            await asyncio.gather(*(reader() for _ in range(at_once)))
        self.answers.seconds = time.perf_counter() - begun
        return self.answers

    async def one(self, ask: Callable[[], Awaitable[int]], due: float) -> None:
        status = await ask()
        self.answers.statuses[status] += 1
        self.answers.took.append((time.perf_counter() - due) * 1000)

    async def page(self) -> int:
        member = self.chance.choice(self.members)
        address = self.address(member.page(self.chance))
        answer = await self.client.get(address, headers={"Cookie": member.cookie})
        return answer.status_code

    async def entry(self) -> int:
        """The next of a table that is not waiting for an answer; where all are, or have ended, somebody reads."""
        free = [each for each in self.tables if each.waiting and not each.is_busy]
        if not free:
            return await self.page()
        table = self.chance.choice(free)
        headers = {"Cookie": table.cookie, "X-CSRFToken": TOKEN, "Content-Type": "application/json"}
        table.is_busy = True
        address = self.address(f"/api/v1/matches/{table.match}/entries")
        answer = await self.client.post(address, content=table.body, headers=headers)
        table.is_busy = False
        if answer.status_code == httpx.codes.CREATED:
            table.said_yes()
        return answer.status_code


def client() -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
    return httpx.AsyncClient(timeout=PATIENCE, limits=limits)


async def boards(ports: Sequence[int], tables: Sequence[Table], number: int) -> list[Crowd]:
    """So many streams, over all tables and web processes."""
    places = [(port, table) for table in tables for port in ports]
    crowds = [Crowd(port, f"/m/{table.match}/live/", table.cookie) for port, table in places]
    share, more = divmod(number, len(crowds))
    came = [await crowd.come(share + (place < more)) for place, crowd in enumerate(crowds)]
    assert sum(came) == number, f"{sum(came)} of {number} boards got in"
    return crowds


def messages_heard(crowds: Sequence[Crowd]) -> int:
    return sum(len(times) for crowd in crowds for times in crowd.heard.values())
