"""The bridge from the event loop (ASGI) to the pages (WSGI), without sockets."""

import asyncio
import io
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import repeat
from typing import Any, cast
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from dogclub.server.bridge import PIECE, Pages, environ_of, headers_of
from dogclub.server.pool import SHARES, Deadline, Pool
from dogclub.server.protocol import CONNECTION, Message
from tests.dogclub.live.parts import until
from tests.loops import on_its_own

LIMIT = 1000
WsgiPages = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]


class Browser:
    """An ASGI client that sends a request in the given pieces and keeps the response."""

    def __init__(self, *pieces: bytes, **scope: Any) -> None:
        self.pieces = list(pieces) or [b""]
        self.sent: list[Message] = []
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "raw_path": b"/",
            "query_string": b"",
            "http_version": "1.1",
            "headers": [],
            **scope,
        }

    async def receive(self) -> Message:
        if self.pieces:
            return {"type": "http.request", "body": self.pieces.pop(0), "more_body": bool(self.pieces)}
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    def visits(self, pages: WsgiPages) -> "Browser":
        visit = Pages(pages, LIMIT)(self.scope, self.receive, self.send)
        on_its_own(visit)
        return self

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


class Whole(list[bytes]):
    """A complete response, as Django returns one for a page."""

    streaming = False


def echo(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", [("Set-Cookie", " a=1"), ("Content-Type", "text/plain")])
    return Whole([environ["wsgi.input"].read()])


def test_a_page_gets_the_whole_body_and_its_answer_is_sent() -> None:
    browser = Browser(b"bids=", b"3").visits(echo)
    assert (browser.status, browser.body) == (200, b"bids=3")
    assert browser.sent[0]["headers"] == [(b"set-cookie", b"a=1"), (b"content-type", b"text/plain")]
    assert browser.sent[-1]["more_body"] is False


def test_a_body_at_the_limit_is_taken_and_one_byte_more_is_not() -> None:
    assert Browser(b"x" * LIMIT).visits(echo).status == 200
    assert Browser(b"x" * LIMIT, b"x").visits(echo).status == 413


def test_an_enormous_body_is_refused_unread() -> None:
    browser = Browser(b"x", headers=[(b"content-length", b"99999999999")]).visits(echo)
    assert (browser.status, browser.pieces) == (413, [b"x"])


def test_an_endless_body_is_not_read_to_its_end() -> None:
    browser = Browser(*[b"x" * LIMIT] * 30).visits(echo)
    assert (browser.status, len(browser.pieces)) == (413, 13)


def test_only_the_page_where_a_file_is_chosen_takes_a_large_one() -> None:
    file = [b"x" * 1_000_000] * 4
    browser = Browser(*file, path="/c/kennel/imports/").visits(echo)
    assert (browser.status, len(browser.body)) == (200, 4_000_000)
    for path in ("/c/kennel/", "/c/kennel/players/imports/", "/imports/", "/c/imports/"):
        assert Browser(*file, path=path).visits(echo).status == 413


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    length = [(b"content-length", b"50000000")]
    browser = Browser(b"x", path="/c/kennel/imports/", headers=length).visits(echo)
    assert (browser.status, browser.pieces) == (413, [b"x"])
    headers = dict(browser.sent[0]["headers"])
    assert (headers[b"x-content-type-options"], headers[b"cache-control"]) == (b"nosniff", b"no-store")
    assert headers[b"content-security-policy"] == b"frame-ancestors 'none'"
    assert browser.body == b"That is more than 32 MB, the most Dog Club takes at once."


@pytest.mark.parametrize("length", [b"many", b"-1", b""])
def test_a_length_that_is_no_number_is_not_believed(length: bytes) -> None:
    assert Browser(b"3", headers=[(b"content-length", length)]).visits(echo).body == b"3"


def test_the_api_is_refused_in_json() -> None:
    browser = Browser(b"x" * LIMIT * 2, path="/api/v1/matches/").visits(echo)
    assert json.loads(browser.body)["error"]["code"] == "too-large"


def test_a_browser_that_never_finishes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.server.bridge.BODY_TIMEOUT", 0.02)

    class Slow(Browser):
        async def receive(self) -> Message:
            await asyncio.sleep(10)
            return {}

    assert Slow().visits(echo).status == 408


def test_a_browser_that_goes_away_while_sending_gets_nothing() -> None:
    class Leaving(Browser):
        async def receive(self) -> Message:
            return {"type": "http.disconnect"}

    assert Leaving().visits(echo).sent == []


class Wire:
    """A transport that reports itself closed after `looks` calls of `is_closing`."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_closing(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def barking(closed: list[str], times: int | None = None) -> WsgiPages:
    """Return a page with a streamed response of `times` pieces (endless if None); closing it adds the thread's name to
    `closed`.
    """

    def stream() -> Iterator[bytes]:
        try:
            for _ in repeat(None) if times is None else range(times):
                yield b"bark "
        finally:
            closed.append(threading.current_thread().name)

    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [])
        return stream()

    return page


def test_an_answer_without_end_ends_when_the_browser_goes_away() -> None:
    closed: list[str] = []
    browser = Browser(state={CONNECTION: Wire(5)}).visits(barking(closed))
    assert len(closed) == 1
    assert browser.body == b""


def test_no_thread_waits_while_a_slow_browser_reads() -> None:
    """With more slow clients than threads, all responses are produced and closed, and another request is served."""
    closed: list[str] = []

    async def story() -> None:
        pages, read = Pages(barking(closed, times=50_000), LIMIT), asyncio.Event()
        browsers = [Browser() for _ in range(5)]

        async def send(message: Message) -> None:
            await read.wait()

        visits = [asyncio.create_task(pages(each.scope, each.receive, send)) for each in browsers]
        await until(lambda: len(closed) == len(browsers))
        quick = Browser()
        await pages(quick.scope, quick.receive, quick.send)
        assert len(quick.body) == 250_000
        read.set()
        await asyncio.gather(*visits)

    on_its_own(story())
    assert len(closed) == 6


def test_a_file_is_handed_over_and_closed_when_it_is_read() -> None:
    file = io.BytesIO(b"dog" * 100_000)

    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [])
        return cast("Iterable[bytes]", environ["wsgi.file_wrapper"](file))

    browser = Browser().visits(page)
    assert browser.body == b"dog" * 100_000
    assert max(len(message["body"]) for message in browser.sent[1:]) == PIECE
    assert file.closed


def test_addresses_take_turns() -> None:
    """Of three queued requests of one address, the last two are run after that of another address."""
    order: list[str] = []
    is_there, go_on = threading.Event(), threading.Event()

    def first() -> None:
        is_there.set()
        go_on.wait()

    async def story() -> None:
        pool = Pool(1)
        jobs = [asyncio.create_task(pool.run(first, "192.0.2.1"))]
        await until(is_there.is_set)
        for name, address in (("a", "192.0.2.1"), ("b", "192.0.2.1"), ("c", "192.0.2.1"), ("d", "192.0.2.2")):
            jobs.append(asyncio.create_task(pool.run(partial(order.append, name), address)))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*jobs)

    on_its_own(story())
    assert order == ["a", "d", "b", "c"]


SHORT = {name: share._replace(deadline=Deadline(begin=0.5, end=0.5)) for name, share in SHARES.items()}


def test_what_waits_holds_up_only_its_own_kind() -> None:
    """With as many writes and uploads as there are threads waiting, pages and health checks are answered."""
    go_on, writing = threading.Event(), []

    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            writing.append(environ["CONTENT_TYPE"])
            go_on.wait()
        return echo(environ, start_response)

    form, file = [(b"content-type", b"application/x-www-form-urlencoded")], [(b"content-type", b"multipart/form-data")]
    waiting = [Browser(headers=head, client=(f"192.0.2.{at}", 1)) for head in (form, file) for at in range(10)]
    others = [Browser(method="GET", path=path) for path in ("/accounts/login/", "/health/live", "/health/ready")]

    async def story() -> None:
        pages = Pages(page, LIMIT)
        posts = [asyncio.create_task(pages(each.scope, each.receive, each.send)) for each in waiting]
        await until(lambda: len(writing) == SHARES["write"].threads + SHARES["upload"].threads)
        for each in others:
            await pages(each.scope, each.receive, each.send)
        go_on.set()
        await asyncio.gather(*posts)

    on_its_own(story())
    assert [each.status for each in others] == [200] * 3
    assert [each.status for each in waiting] == [200] * 20


@pytest.mark.parametrize("path", ["/c/kennel/", "/api/v1/clubs/kennel"])
def test_what_does_not_begin_or_end_in_time_is_told(path: str) -> None:
    """Whatever hangs is answered 503, what waits for it is not begun, and its thread is replaced."""
    go_on, begun = threading.Event(), []

    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun.append(environ["QUERY_STRING"])
        if environ["QUERY_STRING"] == "hang":
            go_on.wait()
        return echo(environ, start_response)

    hanging = [Browser(path=path, query_string=b"hang") for _ in range(SHARES["write"].threads)]
    waiting, later = Browser(path=path, query_string=b"wait"), Browser(path=path, query_string=b"later")

    async def story() -> None:
        pages = Pages(page, LIMIT, SHORT)
        asked = [asyncio.create_task(pages(each.scope, each.receive, each.send)) for each in (*hanging, waiting)]
        await asyncio.gather(*asked)
        await pages(later.scope, later.receive, later.send)
        go_on.set()

    on_its_own(story())
    assert [each.status for each in (*hanging, waiting)] == [503] * 5
    assert (later.status, sorted(begun)) == (200, [*["hang"] * 4, "later"])
    assert b"was not done" in waiting.body and b"check whether it was done" in hanging[0].body
    assert dict(waiting.sent[0]["headers"])[b"retry-after"] == b"5"


def test_a_page_may_write_before_it_answers() -> None:
    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [])(b"one ")
        return Whole([b"two"])

    assert Browser().visits(page).body == b"one two"


def test_what_a_page_raises_reaches_the_server() -> None:
    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Browser().visits(page)


def test_a_request_stays_in_one_thread_of_the_pool() -> None:
    names: set[str] = set()

    class Closing(Whole):
        def close(self) -> None:
            names.add(threading.current_thread().name)

    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        names.add(threading.current_thread().name)
        start_response("200 OK", [])
        return Closing([b""])

    Browser().visits(page)
    assert len(names) == 1
    assert names < {"write-1", "write-2", "write-3", "write-4"}


def test_headers_get_their_cgi_names() -> None:
    headers = [
        (b"content-type", b"text/plain"),
        (b"x-forwarded-for", b"1.2.3.4"),
        (b"x_forwarded_for", b"6.6.6.6"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"accept", b"text/html"),
        (b"accept", b"*/*"),
    ]
    assert headers_of(headers) == {
        "CONTENT_TYPE": "text/plain",
        "HTTP_X_FORWARDED_FOR": "1.2.3.4",
        "HTTP_COOKIE": "a=1; b=2",
        "HTTP_ACCEPT": "text/html,*/*",
    }


def test_a_path_keeps_its_bytes() -> None:
    environ = environ_of(Browser(raw_path=b"/c/%C3%98rsted/%2F").scope, io.BytesIO(), 0)
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/c/Ørsted//"
