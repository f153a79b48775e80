"""Connections: how many there may be, how soon a request must have arrived, and how slowly an answer may be read."""

import asyncio
import socket
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dogclub.server.connections import Connections
from dogclub.server.messages import Scope
from dogclub.web.isolation import of_static_files

CONNECTION = "connection"  # its name in the state of a request
HEAD = 10  # seconds within which the head of a request is there, however its bytes trickle in
STALL = 30  # seconds within which a reader takes the 48 KB that uvicorn waits for
SILENCE = 45_000  # milliseconds after which a reader who takes nothing at all is gone, whatever was heard of it
LATER = 5  # seconds
FULL = "Too many connections at once. Try again in a few seconds.\n"


def refusal(status: HTTPStatus, sentence: str, **more: str) -> bytes:
    """A whole answer, with what stands on every page, for a connection that never gets to one."""
    headers = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(sentence)), **more}
    headers |= {**of_static_files(), "cache-control": "no-store", "connection": "close"}
    lines = [f"HTTP/1.1 {status} {status.phrase}", *(f"{name.lower()}: {said}" for name, said in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n" + sentence).encode("ascii")


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
            self.transport.write(refusal(HTTPStatus.SERVICE_UNAVAILABLE, FULL, **{"retry-after": str(LATER)}))
            self.transport.close()
            return
        super().data_received(data)
        self._await_head()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn answers where it is told what is no HTTP; in the middle of an answer nothing more is said."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal(HTTPStatus.BAD_REQUEST, msg))
        self.transport.close()

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
