"""Streams over ASGI: the page authorises a listener; from then on it holds a connection, but no thread."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import parse_qs

from dogclub.live.hub import Hub, Limits, Listener, wire_of
from dogclub.server.protocol import Message, Receive, Scope, Send, piece, start
from dogclub.server.web.headers import of_static_files
from games.live import ACCESS_TOPICS, TOPICS, event

Pages: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
LEFT_OUT = {b"content-length", TOPICS.lower().encode(), ACCESS_TOPICS.lower().encode()}
ALL = "/live/"  # one stream for all pages in its query string
MOST_PAGES = 24  # most pages in one stream
CLUB = "/c/live/"  # the front page of a club with the slug "live", not a stream
COMPRESSING = b"accept-encoding"  # the first part of a stream must not be compressed, as the rest is not


@dataclass(frozen=True)
class Answer:
    """The page's complete response, as ASGI messages."""

    messages: list[Message]

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """The response headers of the stream."""
        return [(name, value) for name, value in self._start["headers"] if name not in LEFT_OUT]

    @property
    def body(self) -> bytes:
        """The response body: the first events of the stream."""
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    @property
    def versions(self) -> dict[str, int]:
        """The version of each topic; empty if the page allows no stream."""
        is_open = self.messages and self._start["status"] == 200
        versions: dict[str, int] = json.loads(self._header(TOPICS) or "{}") if is_open else {}
        return versions

    @property
    def grants(self) -> list[str]:
        """The topics of what gave access, such as a link or a role."""
        return self._header(ACCESS_TOPICS).split()

    @property
    def _start(self) -> Message:
        return self.messages[0]

    def _header(self, wanted: str) -> str:
        return next((value.decode() for name, value in self._start["headers"] if name == wanted.lower().encode()), "")


def is_live(path: str) -> bool:
    """Whether a path is that of a stream."""
    return path.endswith("/live/") and path != CLUB


async def ask(pages: Pages, scope: Scope) -> Answer:
    """Return the response of the page, or the combined response of the pages named by `/live/`."""
    if scope["path"] != ALL:
        return await _ask(pages, scope)
    named = parse_qs(scope["query_string"].decode("latin-1")).get("page", ())
    paths = [path for path in dict.fromkeys(named) if path.isascii() and is_live(path) and path != ALL][:MOST_PAGES]
    answers = {path: await _ask(pages, _scope_of(path, scope)) for path in paths}
    return _together({path: answer for path, answer in answers.items() if answer.versions}) or _refused(answers)


def _scope_of(path: str, scope: Scope) -> Scope:
    return {**scope, "path": path, "raw_path": path.encode(), "query_string": b""}


def _together(answers: Mapping[str, Answer]) -> Answer | None:
    """Return one response for all allowed pages: their topics, then the versions of all; None if there are none."""
    if not answers:
        return None
    topics = {path: list(answer.versions) for path, answer in answers.items()}
    versions = {topic: version for answer in answers.values() for topic, version in answer.versions.items()}
    grants = " ".join(sorted({grant for answer in answers.values() for grant in answer.grants}))
    headers = [
        *next(iter(answers.values())).headers,
        (TOPICS.lower().encode(), json.dumps(versions).encode()),
        (ACCESS_TOPICS.lower().encode(), grants.encode()),
    ]
    body = f"event: pages\ndata: {json.dumps(topics)}\n\n{event(versions)}".encode()
    return Answer([{"type": "http.response.start", "status": 200, "headers": headers}, piece(body, more=False)])


def _refused(answers: Mapping[str, Answer]) -> Answer:
    """Return the response of the first page, or 404."""
    return next(iter(answers.values()), Answer([start(404, [("content-length", "0")]), piece(b"", more=False)]))


async def _ask(pages: Pages, scope: Scope) -> Answer:
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    headers = [(name, value) for name, value in scope["headers"] if name != COMPRESSING]
    await pages({**scope, "headers": headers}, receive, send)
    return Answer(messages)


# Rechecks of every listener's access, one after the other: from time to time, and when a link or role ends.


logger = logging.getLogger(__name__)


class AccessRecheck:
    """Rechecks the listeners in `hub.to_recheck`."""

    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub = hub
        self.pages = pages

    async def run(self) -> None:
        while True:
            await self.hub.recheck_due.wait()
            while self.hub.to_recheck:
                await self._check(self.hub.to_recheck.pop())
            self.hub.recheck_due.clear()

    async def _check(self, listener: Listener) -> None:
        """Close the stream of a listener without access; when the browser reconnects, it gets the reason."""
        try:
            if not await self.has_access(listener):
                listener.close()
        except Exception:
            logger.exception("Whether somebody may still listen could not be found out; it is asked again.")

    async def has_access(self, listener: Listener) -> bool:
        """Whether the page still allows the listener exactly the topics of its stream."""
        answer = await ask(self.pages, listener.scope)
        return answer.versions.keys() == listener.shown.keys()


# The ASGI application.


BYE = b"event: bye\ndata: {}\n\n"
LATER = 30  # seconds
FULL = b"Too many are watching at once. This page asks for news by itself meanwhile.\n"


def is_stream(scope: Scope) -> bool:
    """Whether a request is for a stream."""
    return scope["method"] == "GET" and is_live(str(scope["path"]))


class Streams:
    """The ASGI application for paths that end in `/live/`."""

    def __init__(self, pages: Pages, hub: Hub) -> None:
        self.pages = pages
        self.hub = hub
        self.limits = Limits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.limits.place(scope) as has_place:
            if self.hub.is_full or not has_place:
                await refuse(send)
            else:
                await self._open(scope, receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer, wire = await ask(self.pages, scope), wire_of(scope)
        if not (answer.versions and wire):
            for message in answer.messages:
                await send(message)
            return
        listener = Listener(scope, wire, answer.versions, answer.grants)
        self.hub.join(listener)
        watch = asyncio.create_task(close_when_gone(receive, listener))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": answer.headers})
            await send(piece(answer.body))
            listener.open()
            await listener.over.wait()
            await send(piece(BYE, more=False))
        finally:
            watch.cancel()
            self.hub.leave(listener)


async def close_when_gone(receive: Receive, listener: Listener) -> None:
    """Close the listener when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


async def refuse(send: Send) -> None:
    """Send a 503 response with Retry-After."""
    headers = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(FULL)))]
    headers += [*of_static_files().items(), ("retry-after", str(LATER)), ("cache-control", "no-store")]
    await send(start(503, headers))
    await send(piece(FULL, more=False))
