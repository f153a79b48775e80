"""The connection below a stream, written to directly: to wake a task and frame a message for each of a thousand costs
five times as much as to send it.
"""

import asyncio
import socket
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from dogclub.server.messages import Scope

CONNECTION = "connection"  # its name in the state of a request
ROOM = 4_096  # bytes that may wait in the connection of a slow reader
PATIENCE = 45_000  # milliseconds: a reader who takes nothing for so long is gone, whatever was heard of it


class Protocol(H11Protocol):
    """Each request knows its connection."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, CONNECTION: transport}


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
    if transport is None:
        return None
    wire = transport.get_extra_info("socket")
    if wire and hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; elsewhere it takes longer
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE)
    return Wire(transport, is_chunked=scope["http_version"] == "1.1")


@lru_cache(maxsize=64)
def chunk(text: bytes) -> bytes:
    """In its frame, the same for everybody."""
    return b"%x\r\n%b\r\n" % (len(text), text)
