"""Direct writes to the connection below a stream.

Waking a task and framing a message for each of a thousand listeners costs five times as much as sending it.
"""

import asyncio
from dataclasses import dataclass
from functools import lru_cache

from dogclub.server.messages import Scope
from dogclub.server.protocol import CONNECTION

MAX_BUFFERED = 4_096  # bytes that may be buffered in the connection of a slow reader


@dataclass(frozen=True)
class Wire:
    """The transport of a connection; `is_chunked` for HTTP/1.1."""

    transport: asyncio.Transport
    is_chunked: bool

    @property
    def is_free(self) -> bool:
        """Whether the connection is open and takes another message."""
        return self.transport.get_write_buffer_size() < MAX_BUFFERED and not self.transport.is_closing()

    def write(self, text: bytes) -> None:
        """Write the text, framed as a chunk if needed."""
        self.transport.write(chunk(text) if self.is_chunked else text)


def wire_of(scope: Scope) -> Wire | None:
    """Return the connection of a request, or None under a server that does not provide it."""
    transport = scope.get("state", {}).get(CONNECTION)
    return Wire(transport, is_chunked=scope["http_version"] == "1.1") if transport else None


@lru_cache(maxsize=64)
def chunk(text: bytes) -> bytes:
    """Return the text framed as a chunk; cached, as many listeners get the same."""
    return b"%x\r\n%b\r\n" % (len(text), text)
