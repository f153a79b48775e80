"""HTTP connections with limits: how many there are, how soon a request must arrive, how slowly a response may
be read.
"""

import asyncio
import socket
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dogclub.server.connections import Connections
from dogclub.server.messages import Scope
from dogclub.web.isolation import of_static_files

CONNECTION = "connection"  # key of the transport in the ASGI state of a request
HEAD = 10  # seconds within which the whole head of a request must have arrived
STALL = 30  # seconds within which a client must read the 48 KB that uvicorn waits for
USER_TIMEOUT = 45_000  # milliseconds after which a client that reads nothing is cut off, even if it answers probes
RETRY_AFTER = 5  # seconds for Retry-After
FULL = "Too many connections at once. Try again in a few seconds.\n"


def refusal(status: HTTPStatus, sentence: str, **more: str) -> bytes:
    """Return a whole response as bytes, with the headers that every page has, for a connection that reaches no page."""
    headers = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(sentence)), **more}
    headers |= {**of_static_files(), "cache-control": "no-store", "connection": "close"}
    lines = [f"HTTP/1.1 {status} {status.phrase}", *(f"{name.lower()}: {said}" for name, said in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n" + sentence).encode("ascii")


class Protocol(H11Protocol):
    """Uvicorn's HTTP/1.1 with the timeouts it lacks. The ASGI state of each request holds its transport under
    CONNECTION.
    """

    def __init__(self, counted: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._counted = counted
        self._head: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._is_refused = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, CONNECTION: transport}
        sock = transport.get_extra_info("socket")
        if sock and hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux only; elsewhere the kernel’s longer timeout applies
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT)
        self._is_refused = not self._counted.admit(self, self.client[0] if self.client else "")
        self._await_head()
        if self._is_refused and self._counted.is_overloaded:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._counted.release(self)
        self._head = cancelled(self._head)
        self._stall = cancelled(self._stall)

    def data_received(self, data: bytes) -> None:
        """Answer a refused connection with 503; pass the data of all others on."""
        if self._is_refused:
            # Not earlier: closed before the request arrived, the connection would be reset and nobody could read why.
            self.transport.write(refusal(HTTPStatus.SERVICE_UNAVAILABLE, FULL, **{"retry-after": str(RETRY_AFTER)}))
            self.transport.close()
            return
        super().data_received(data)
        self._await_head()

    def send_400_response(self, msg: str) -> None:
        """Answer 400 to bytes that are not HTTP, as uvicorn does; in the middle of a response only close the
        connection.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal(HTTPStatus.BAD_REQUEST, msg))
        self.transport.close()

    def _await_head(self) -> None:
        """Start the timeout for the head of the next request, unless it runs already: more bytes do not extend it. Stop
        it while a request is being answered.
        """
        if self.cycle and not self.cycle.response_complete:
            self._head = cancelled(self._head)
        elif not self._head:
            self._head = self.loop.call_later(HEAD, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stall = cancelled(self._stall)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection; abort it if the client has not read the last response."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # close() would wait for a client that does not read
        super().timeout_keep_alive_handler()


def cancelled(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """Cancel the timer and return None, to be assigned in its place."""
    if timer:
        timer.cancel()
    return None


def is_gone(scope: Scope) -> bool:
    """Whether the connection of the request is closed; False under a server that does not provide its transport."""
    transport = scope.get("state", {}).get(CONNECTION)
    return transport is not None and transport.is_closing()
