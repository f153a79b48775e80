"""Connections: how many there may be, how soon a request must have arrived, and how slowly an answer may be read."""

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from dogclub.server.connections import Connections
from dogclub.server.messages import Scope

CONNECTION = "connection"  # its name in the state of a request
HEAD = 10  # seconds within which the head of a request is there, however its bytes trickle in
STALL = 30  # seconds within which a reader takes the 48 KB that uvicorn waits for
SILENCE = 45_000  # milliseconds after which a reader who takes nothing at all is gone, whatever was heard of it
LATER = 5  # seconds
FULL = b"Too many connections at once. Try again in a few seconds.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: %d\r\n"
    b"cache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
    % (LATER, len(FULL), FULL)
)


class Protocol(H11Protocol):
    """HTTP/1.1 by uvicorn, with the deadlines it lacks. Each request knows its connection."""

    def __init__(self, counted: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._counted = counted
        self._head: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._is_refused = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, CONNECTION: transport}
        wire = transport.get_extra_info("socket")
        if wire and hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; elsewhere it takes longer
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)
        self._is_refused = not self._counted.join(self, self.client[0] if self.client else "")
        self._await_head()
        if self._is_refused and self._counted.is_crowded:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._counted.leave(self)
        self._head = stopped(self._head)
        self._stall = stopped(self._stall)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            # Only now: closed before the request came, the connection would be reset and nobody would read why.
            self.transport.write(REFUSAL)
            self.transport.close()
            return
        super().data_received(data)
        self._await_head()

    def _await_head(self) -> None:
        """More bytes do not move the deadline."""
        if self.cycle and not self.cycle.response_complete:
            self._head = stopped(self._head)
        elif not self._head:
            self._head = self.loop.call_later(HEAD, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stall = stopped(self._stall)

    def timeout_keep_alive_handler(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # to close would wait for a reader who does not read
        super().timeout_keep_alive_handler()


def stopped(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """None, which takes the place of the timer."""
    if timer:
        timer.cancel()
    return None


def is_gone(scope: Scope) -> bool:
    """Whether the connection a request came by is closed; False under a server that does not say."""
    transport = scope.get("state", {}).get(CONNECTION)
    return transport is not None and transport.is_closing()
