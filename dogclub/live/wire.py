"""The connection below a stream, written to directly: to wake a task and frame a message for each of a thousand costs
five times as much as to send it.
"""

import asyncio
from dataclasses import dataclass
from functools import lru_cache

from dogclub.server.messages import Scope
from dogclub.server.protocol import CONNECTION

ROOM = 4_096  # bytes that may wait in the connection of a slow reader


@dataclass(frozen=True)
class Wire:
    transport: asyncio.Transport
    is_chunked: bool

    @property
    def is_free(self) -> bool:
        return self.transport.get_write_buffer_size() < ROOM and not self.transport.is_closing()

    def write(self, text: bytes) -> None:
        self.transport.write(chunk(text) if self.is_chunked else text)


def wire_of(scope: Scope) -> Wire | None:
    """None under a server that does not say."""
    transport = scope.get("state", {}).get(CONNECTION)
    return Wire(transport, is_chunked=scope["http_version"] == "1.1") if transport else None


@lru_cache(maxsize=64)
def chunk(text: bytes) -> bytes:
    """In its frame, the same for everybody."""
    return b"%x\r\n%b\r\n" % (len(text), text)
