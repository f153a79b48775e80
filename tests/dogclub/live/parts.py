"""Live-update streams without a socket, and their hub."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from dogclub.live.hub import MAX_BUFFERED, Hub, Listener, Wire
from dogclub.server.protocol import CONNECTION, Message, Receive, Scope, Send

MATCH, NIGHT, DOOR = "match:aaaa", "night:3", "access:7"


class Connection(asyncio.Transport):
    """A transport that records what is written; while blocked, its buffer is not emptied."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[bytes] = []
        self.is_blocked = self.is_gone = False

    def write(self, data: Any) -> None:
        self.said.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return MAX_BUFFERED if self.is_blocked else 0

    def is_closing(self) -> bool:
        return self.is_gone

    def take(self) -> str:
        """Return what was written since the last call."""
        text, self.said = b"".join(self.said).decode(), []
        return text


def a_listener(
    hub: Hub, versions: dict[str, int] | None = None, doors: Iterable[str] = (DOOR,)
) -> tuple[Listener, Connection]:
    """An open listener of the hub; by default it knows version 41 of the match."""
    connection = Connection()
    listener = Listener({}, Wire(connection, is_chunked=False), versions or {MATCH: 41}, doors)
    hub.join(listener)
    listener.open()
    return listener, connection


def a_scope(path: str = "/m/aaaa/live/", method: str = "GET", **more: Any) -> Scope:
    """The ASGI scope of a request for a stream."""
    headers = [(b"accept-encoding", b"gzip"), (b"cookie", b"sessionid=1")]
    about = {"type": "http", "method": method, "path": path, "http_version": "1.1", "headers": headers}
    return {**about, "state": {CONNECTION: Connection()}, **more}


async def until(ready: Callable[[], bool]) -> None:
    """Yield to the event loop until `ready` returns True; fails after a minute."""
    async with asyncio.timeout(60):
        while True:
            if ready():
                return
            await asyncio.sleep(0.001)


class Page:
    """An ASGI application that sends the given response and records the requests."""

    def __init__(self, status: int = 200, headers: Iterable[tuple[bytes, bytes]] = (), body: bytes = b"") -> None:
        self.status, self.headers, self.body = status, list(headers), body
        self.asked: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(scope)
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


class Asker:
    """An ASGI client: it records what is sent to it and can disconnect."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def start(self) -> Message:
        return self.sent[0]

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)
