"""Timeouts and limits of a connection, with real sockets and a server in this process."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from uvicorn import Config
from uvicorn.server import ServerState

from dogclub.server import protocol
from dogclub.server.protocol import REFUSED, Connections, Protocol, Receive, Scope, Send, piece, start
from tests.dogclub.live.parts import until
from tests.loops import on_its_own

SOON = 0.05  # seconds
REQUEST = b"GET / HTTP/1.1\r\nHost: kennel\r\n\r\n"
Story = Callable[["Kennel"], Awaitable[None]]


async def short(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200, [("content-length", "4")]))
    await send(piece(b"bark", more=False))


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200, []))
    while not protocol.is_gone(scope):
        await send(piece(b"bark" * 50_000))
    await send(piece(b"", more=False))


class Kennel:
    """The server's port and state, and functions that connect to it."""

    def __init__(self, port: int, state: ServerState) -> None:
        self.port = port
        self.state = state

    @asynccontextmanager
    async def caller(self, *words: bytes) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Connect, send these bytes and yield the connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=4_096)
        try:
            writer.write(b"".join(words))
            yield reader, writer
        finally:
            writer.close()

    async def empties(self) -> None:
        """Wait until the server has no connections."""
        await until(lambda: not self.state.connections)


def serve_to(story: Story, app: Any = short, connections: Connections | None = None) -> None:
    """Run the server in an event loop and `story` against it."""

    async def told() -> None:
        counted = connections or Connections(100)
        http: Any = partial(Protocol, counted)
        config = Config(app, http=http, lifespan="off", log_config=None, ws="none")
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: Protocol(counted, config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        async with asyncio.timeout(60):
            await story(Kennel(server.sockets[0].getsockname()[1], state))
        server.close()

    on_its_own(told())


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Read to the end of the connection; empty where it is reset."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


@pytest.mark.parametrize("words", [b"", b"GET / HT", REQUEST + b"GET / HT"], ids=["silent", "half", "second half"])
def test_a_head_that_does_not_arrive_ends_the_connection(monkeypatch: pytest.MonkeyPatch, words: bytes) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT", SOON)

    async def story(kennel: Kennel) -> None:
        async with kennel.caller(words) as (reader, _):
            assert (await rest(reader)).count(b"200 OK") in (0, words.count(b"kennel"))
        await kennel.empties()

    serve_to(story)


def test_bytes_that_trickle_in_do_not_move_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT", SOON)

    async def story(kennel: Kennel) -> None:
        async with kennel.caller(b"GET / HTTP/1.1\r\nX: ") as (_, writer):
            while kennel.state.connections or not writer.transport.is_closing():
                writer.write(b"x")
                await asyncio.sleep(0.001)

    serve_to(story)


def test_a_request_in_time_is_answered_and_the_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(kennel: Kennel) -> None:
        async with kennel.caller(REQUEST[:9]) as (reader, writer):
            for words in (REQUEST[9:], REQUEST):
                writer.write(words)
                assert (await reader.readuntil(b"bark")).startswith(b"HTTP/1.1 200 OK")

    serve_to(story)


def test_a_reader_who_does_not_read_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "STALL", SOON)

    async def story(kennel: Kennel) -> None:
        async with kennel.caller(REQUEST) as (reader, _):
            assert await reader.readuntil(b"\r\n\r\n")
            await kennel.empties()

    serve_to(story, endless)


def test_one_connection_too_many_is_told_so_and_gets_in_later() -> None:
    async def story(kennel: Kennel) -> None:
        async with kennel.caller(REQUEST) as (one, _):
            assert await one.readuntil(b"bark")
            async with kennel.caller(REQUEST) as (two, _):
                answer = await two.read()
                assert answer.startswith(b"HTTP/1.1 503 ")
                assert b"\r\nretry-after: 5\r\n" in answer
                assert b"\r\nx-content-type-options: nosniff\r\n" in answer
                assert answer.endswith(b"\r\n\r\nToo many connections at once. Try again in a few seconds.\n")
        await kennel.empties()
        async with kennel.caller(REQUEST) as (three, _):
            assert await three.readuntil(b"bark")

    serve_to(story, connections=Connections(1, "127.0.0.1"))


@pytest.mark.parametrize(("places", "words", "status"), [(0, REQUEST, b"503"), (9, b"woof\r\n\r\n", b"400")])
def test_what_is_refused_before_a_page_is_asked_has_the_headers_of_one(
    places: int, words: bytes, status: bytes, settings: Settings
) -> None:
    settings.SECURE_HSTS_SECONDS = 60

    async def story(kennel: Kennel) -> None:
        async with kennel.caller(words) as (reader, _):
            head, _, body = (await rest(reader)).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 %b " % status)
            assert b"content-length: %d\r\n" % len(body) in head
            for header in (b"nosniff", b"frame-ancestors 'none'", b"strict-transport-security: max-age=60"):
                assert header in head

    serve_to(story, connections=Connections(places))


def test_when_too_many_are_refused_the_next_are_cut() -> None:
    async def story(kennel: Kennel) -> None:
        callers = [kennel.caller() for _ in range(REFUSED + 2)]
        readers = [(await each.__aenter__())[0] for each in callers]
        assert await rest(readers[-1]) == b""
        assert len(kennel.state.connections) <= REFUSED + 1
        for each in callers:
            await each.__aexit__(None, None, None)
        await kennel.empties()

    serve_to(story, connections=Connections(1, "127.0.0.1"))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux only")
def test_the_connection_of_somebody_who_went_without_a_word_is_given_up_soon() -> None:
    with closing(socket.socket()) as plug, closing(asyncio.new_event_loop()) as loop:
        config = Config(short, lifespan="off", log_config=None, ws="none")
        made = Protocol(Connections(3), config=config, server_state=ServerState(), app_state={}, _loop=loop)
        made.connection_made(asyncio.Transport({"socket": plug}))
        assert plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == protocol.USER_TIMEOUT


def test_one_address_never_takes_all() -> None:
    connections = Connections(90, "10.0.0.1, proxy.example, 10.1.0.0/16")
    assert all(connections.admit(number, "192.0.2.1") for number in range(30))
    assert not connections.admit("one more", "192.0.2.1")
    assert connections.admit("another address", "192.0.2.2")
    connections.release(0)
    assert connections.admit("after one left", "192.0.2.1")
    for proxy in ("10.0.0.1", "10.1.2.3", ""):
        assert connections.admit(f"by {proxy}", proxy)


def test_the_addresses_of_one_household_are_one() -> None:
    connections = Connections(6)
    assert connections.admit(1, "2001:db8::1")
    assert connections.admit(2, "2001:db8::ffff:2")
    assert not connections.admit(3, "2001:db8::3")
    assert connections.admit(4, "2001:db8:0:1::1")


def test_a_proxy_that_everybody_may_be_is_not_counted_apart() -> None:
    connections = Connections(9, "*")
    assert [connections.admit(number, "192.0.2.1") for number in range(10)] == [True] * 9 + [False]
