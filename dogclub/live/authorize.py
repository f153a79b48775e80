"""The page is asked whether somebody may listen, by its own address and with the cookies of whoever asks."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from dogclub.server.messages import Message, Receive, Scope, Send
from games.live.streams import DOORS, TOPICS

Pages: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
LEFT_OUT = {b"content-length", TOPICS.lower().encode(), DOORS.lower().encode()}
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
    def doors(self) -> list[str]:
        return self._header(DOORS).split()

    @property
    def _start(self) -> Message:
        return self.messages[0]

    def _header(self, wanted: str) -> str:
        return next((value.decode() for name, value in self._start["headers"] if name == wanted.lower().encode()), "")


async def ask(pages: Pages, scope: Scope) -> Answer:
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    headers = [(name, value) for name, value in scope["headers"] if name != COMPRESSING]
    await pages({**scope, "headers": headers}, receive, send)
    return Answer(messages)
