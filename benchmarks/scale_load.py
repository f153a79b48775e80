"""Open-loop load: requests are sent at their due times, whether or not earlier ones have been answered."""

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle

import httpx

from benchmarks.harness import TOKEN
from benchmarks.live_clients import Crowd
from benchmarks.scale_people import Member, Table

PATIENCE = 60  # seconds before a request times out


@dataclass
class Answers:
    """Milliseconds from when each request was due to the end of its response, and the number of responses by status."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    seconds: float = 0

    def percentiles(self) -> tuple[float, float, float]:
        """The 50th, 95th and 99th percentile, in milliseconds."""
        cuts = statistics.quantiles(self.took, n=100, method="inclusive")
        return cuts[49], cuts[94], cuts[98]


class Load:
    """The requests of members and tables, sent to the web processes in turn."""

    def __init__(self, ports: Sequence[int], members: Sequence[Member], tables: Sequence[Table]) -> None:
        self.members, self.tables, self.chance = members, tables, random.Random(76)
        self.ports = cycle(ports)
        self.answers = Answers()

    def address(self, path: str) -> str:
        """The URL of a path on the next web process."""
        return f"http://127.0.0.1:{next(self.ports)}{path}"

    async def at_rate(self, rate: float, seconds: float, share_of_entries: float) -> Answers:
        """Send so many requests a second on average, at random times; `share_of_entries` (0 to 1) are entries."""
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
        """Send pages or entries without pauses, from so many clients at once."""
        begun = time.perf_counter()

        async def reader() -> None:
            while time.perf_counter() < begun + seconds:
                await self.one(self.entry if entries else self.page, time.perf_counter())

        async with client() as self.client:
            await asyncio.gather(*(reader() for _ in range(at_once)))
        self.answers.seconds = time.perf_counter() - begun
        return self.answers

    async def one(self, ask: Callable[[], Awaitable[int]], due: float) -> None:
        """Send one request and note its status and what it took since it was due."""
        status = await ask()
        self.answers.statuses[status] += 1
        self.answers.took.append((time.perf_counter() - due) * 1000)

    async def page(self) -> int:
        """Request a page for a random member and return the status."""
        member = self.chance.choice(self.members)
        address = self.address(member.page(self.chance))
        answer = await self.client.get(address, headers={"Cookie": member.cookie})
        return answer.status_code

    async def entry(self) -> int:
        """Send the next entry of a table that is not waiting for a response; where there is none, request a page
        instead.
        """
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
            table.acknowledge()
        return answer.status_code


def client() -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
    return httpx.AsyncClient(timeout=PATIENCE, limits=limits)


async def boards(ports: Sequence[int], tables: Sequence[Table], number: int) -> list[Crowd]:
    """Open so many streams, spread over all tables and web processes."""
    places = [(port, table) for table in tables for port in ports]
    crowds = [Crowd(port, f"/m/{table.match}/live/", table.cookie) for port, table in places]
    share, more = divmod(number, len(crowds))
    came = [await crowd.connect(share + (place < more)) for place, crowd in enumerate(crowds)]
    assert sum(came) == number, f"{sum(came)} of {number} boards got in"
    return crowds


def messages_heard(crowds: Sequence[Crowd]) -> int:
    """How many versions all streams have received."""
    return sum(len(times) for crowd in crowds for times in crowd.received.values())
