"""HTTP connections with limits: how many there are, how soon a request must arrive, how slowly a response may
be read.
"""

import asyncio
import json
import resource
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dogclub.api.http.problem_types import MEDIA_TYPE, problem_document
from dogclub.server.web.headers import of_static_files

# Limits the number of connections, in total and for each address, so that no client can take them all.


FILES = 8_192  # most files the process may have open
SPARE = 100  # files other than connections: the database in each thread, logs, static files
WAITING = 512  # connections in the kernel's backlog until they are accepted
ACCEPTED = 8  # connections accepted by one iteration of the event loop; an aborted one holds a file for four
OF_ONE = 256  # most connections of one address
REFUSED = 16  # refused connections that get a response at a time; more are aborted without one
Network = IPv4Network | IPv6Network


class Connections:
    """Counts connections by address. A trusted proxy connects for many clients, so only the total applies to it."""

    def __init__(self, most: int, proxies: str = "") -> None:
        self.most = most
        self.of_one = min(OF_ONE, most // 3)
        self.proxies = _networks(proxies)
        self._by_address: Counter[str] = Counter()
        self._address_of: dict[Any, str] = {}
        self._refused: set[Any] = set()

    def admit(self, connection: Any, address: str) -> bool:
        """Count the connection and return True, or False where a limit is reached. A refused one is counted apart until
        it leaves.
        """
        group = address_group(address)
        is_one_of_many = self._by_address[group] >= self.of_one and not self._is_proxy(address)
        if len(self._address_of) >= self.most or is_one_of_many:
            self._refused.add(connection)
            return False
        self._address_of[connection] = group
        self._by_address[group] += 1
        return True

    @property
    def is_overloaded(self) -> bool:
        """Whether more connections are refused right now than can be sent a response."""
        return len(self._refused) > REFUSED

    def release(self, connection: Any) -> None:
        """Stop counting a connection; called for refused ones too."""
        self._refused.discard(connection)
        if group := self._address_of.pop(connection, ""):
            self._by_address[group] -= 1
            if not self._by_address[group]:
                del self._by_address[group]

    def _is_proxy(self, address: str) -> bool:
        """Whether the address is a trusted proxy; a socket without an address (Unix socket) counts as one."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return True
        return any(parsed in network for network in self.proxies)


def address_group(address: str) -> str:
    """Return the address, for IPv6 its /64 network, which one household has to itself; "socket" for a Unix socket."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address or "socket"
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address


def _networks(proxies: str) -> list[Network]:
    """Return the networks of TRUSTED_PROXIES, which is separated by commas; `*` gives all addresses."""
    if proxies.strip() == "*":
        return [ip_network("0.0.0.0/0"), ip_network("::/0")]
    networks: list[Network] = []
    for name in proxies.split(","):
        with suppress(ValueError):  # a host name, which uvicorn compares literally
            networks.append(ip_network(name.strip(), strict=False))
    return networks


def raise_file_limit() -> int:
    """Raise the limit of open files, to FILES at most, and return how many of them may be connections."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        soft = wanted
    files = FILES if soft == resource.RLIM_INFINITY else soft
    return max(files - SPARE - REFUSED - 4 * ACCEPTED, 1)


# Types and constructors of the ASGI messages that pages need.


Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


def start(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    """Return the message that begins a response."""
    # Django's Set-Cookie value begins with a space, which h11 refuses.
    encoded = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": encoded}


def piece(body: bytes, *, more: bool = True) -> Message:
    """Return the message with a part of a response's body; `more` is False for the last one."""
    return {"type": "http.response.body", "body": body, "more_body": more}


async def refuse(
    send: Send, scope: Scope, status: int, code: str, sentence: str, *, retry_after: int | None = None
) -> None:
    """Send a response without calling any page: a problem document for the API, a line of text otherwise. The
    connection is closed. `retry_after` is in seconds.
    """
    is_api = scope["path"].startswith("/api/")
    body = json.dumps(problem_document(code, sentence, scope["path"], status=status)) if is_api else sentence
    kind = MEDIA_TYPE if is_api else "text/plain; charset=utf-8"
    headers = [("content-type", kind), ("content-length", str(len(body.encode()))), ("connection", "close")]
    headers += [*of_static_files().items(), ("cache-control", "no-store")]
    if retry_after is not None:
        headers.append(("retry-after", str(retry_after)))
    await send(start(status, headers))
    await send(piece(body.encode(), more=False))


CONNECTION = "connection"  # key of the transport in the ASGI state of a request
HEAD_TIMEOUT = 10  # seconds within which the whole head of a request must have arrived
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
            self._head = self.loop.call_later(HEAD_TIMEOUT, self.transport.abort)

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
