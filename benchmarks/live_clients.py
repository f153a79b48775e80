"""Opens live streams in a process of its own, started by live.py; commands come as JSON, one a line.

`{"port": …, "path": …, "cookie": …, "number": …}` opens streams; `"port"` alone returns when each stream got which
version, by the clock that all processes of a machine share.
"""

import asyncio
import json
import re
import sys
import time
from collections import defaultdict
from typing import Any

SAID = re.compile(rb'"match:[-0-9a-f]+": (\d+)')
AT_ONCE = 40


class Watcher(asyncio.Protocol):
    """One stream; notes the time of every version in its crowd."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.is_open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.crowd.request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if not self.is_open.done():
            self.is_open.set_result(data.startswith(b"HTTP/1.1 200"))
        for version in SAID.findall(data):
            self.crowd.received[int(version)].append(now)
        self.crowd.closing_events += b"event: bye" in data

    def connection_lost(self, error: Exception | None) -> None:
        self.crowd.ended += 1


class Crowd:
    """All streams to one server: when each version was received, how many streams got the closing event, and how many
    ended.
    """

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.port = port
        self.request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode()
        self.received: dict[int, list[float]] = defaultdict(list)
        self.ended = self.closing_events = 0

    async def connect(self, number: int) -> int:
        """Open so many streams, 40 at a time, and return how many were accepted."""
        limit = asyncio.Semaphore(AT_ONCE)
        return sum(await asyncio.gather(*(self._connect(limit) for _ in range(number))))

    async def _connect(self, limit: asyncio.Semaphore) -> bool:
        async with limit:
            loop = asyncio.get_running_loop()
            _, watcher = await loop.create_connection(lambda: Watcher(self), "127.0.0.1", self.port)
            return bool(await watcher.is_open)


async def main() -> None:
    crowds: dict[int, Crowd] = {}
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command: dict[str, Any] = json.loads(line)
        port = command["port"]
        if "path" in command:
            crowd = crowds.setdefault(port, Crowd(port, command["path"], command["cookie"]))
            print(json.dumps(await crowd.connect(command["number"])), flush=True)
        else:
            crowd = crowds[port]
            figures = {"received": crowd.received, "ended": crowd.ended, "closing_events": crowd.closing_events}
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
