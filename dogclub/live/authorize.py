"""The page is asked whether somebody may listen, by its own address and with the cookies of whoever asks.

Where a browser opens one stream for all its pages, each of them is.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import parse_qs

from dogclub.server.messages import Message, Receive, Scope, Send, piece, start
from games.live.publish import event
from games.live.streams import DOORS, TOPICS

Pages: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
LEFT_OUT = {b"content-length", TOPICS.lower().encode(), DOORS.lower().encode()}
ALL = "/live/"  # one stream for the pages it names
MOST = 24  # of them
CLUB = "/c/live/"  # the front page of a club may be called so
COMPRESSING = b"accept-encoding"  # the beginning of a stream must fit what comes after it


@dataclass(frozen=True)
class Answer:
    """What the page said, whole."""

    messages: list[Message]

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """Of the stream that begins with it."""
        return [(name, value) for name, value in self._start["headers"] if name not in LEFT_OUT]

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    @property
    def versions(self) -> dict[str, int]:
        """By topic; none where the page opens no stream."""
        is_open = self.messages and self._start["status"] == 200
        versions: dict[str, int] = json.loads(self._header(TOPICS) or "{}") if is_open else {}
        return versions

    @property
    def grants(self) -> list[str]:
        return self._header(DOORS).split()

    @property
    def _start(self) -> Message:
        return self.messages[0]

    def _header(self, wanted: str) -> str:
        return next((value.decode() for name, value in self._start["headers"] if name == wanted.lower().encode()), "")


def is_live(path: str) -> bool:
    return path.endswith("/live/") and path != CLUB


async def ask(pages: Pages, scope: Scope) -> Answer:
    if scope["path"] != ALL:
        return await _ask(pages, scope)
    named = parse_qs(scope["query_string"].decode("latin-1")).get("page", ())
    paths = [path for path in dict.fromkeys(named) if path.isascii() and is_live(path) and path != ALL][:MOST]
    answers = {path: await _ask(pages, _scope_of(path, scope)) for path in paths}
    return _together({path: answer for path, answer in answers.items() if answer.versions}) or _refused(answers)


def _scope_of(path: str, scope: Scope) -> Scope:
    return {**scope, "path": path, "raw_path": path.encode(), "query_string": b""}


def _together(answers: Mapping[str, Answer]) -> Answer | None:
    """The pages somebody may watch, each with its topics, and then the versions of all; None where there are none."""
    if not answers:
        return None
    topics = {path: list(answer.versions) for path, answer in answers.items()}
    versions = {topic: version for answer in answers.values() for topic, version in answer.versions.items()}
    grants = " ".join(sorted({grant for answer in answers.values() for grant in answer.grants}))
    headers = [
        *next(iter(answers.values())).headers,
        (TOPICS.lower().encode(), json.dumps(versions).encode()),
        (DOORS.lower().encode(), grants.encode()),
    ]
    body = f"event: pages\ndata: {json.dumps(topics)}\n\n{event(versions)}".encode()
    return Answer([{"type": "http.response.start", "status": 200, "headers": headers}, piece(body, more=False)])


def _refused(answers: Mapping[str, Answer]) -> Answer:
    """As the first page says it."""
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
