"""Opening a stream: the page decides, and any other response of the page is passed on."""

import asyncio
import json
from typing import Any

import pytest

from dogclub.live.hub import Hub, Limits
from dogclub.live.streams import AccessRecheck, Streams, is_stream
from dogclub.server.protocol import Receive, Scope, Send
from tests.dogclub.live.parts import DOOR, MATCH, NIGHT, Asker, Page, a_scope, until
from tests.loops import on_its_own

OPEN = [
    (b"content-type", b"text/event-stream"),
    (b"content-length", b"5"),
    (b"x-live-topics", json.dumps({MATCH: 41}).encode()),
    (b"x-live-doors", DOOR.encode()),
]


async def answered(page: Page, scope: Scope, hub: Hub | None = None) -> Asker:
    """Send the request to Streams with this page, and return the client after the response has ended."""
    asker = Asker()
    async with asyncio.timeout(60):
        await Streams(page, hub or Hub(10))(scope, asker.receive, asker.send)
    return asker


def test_a_stream_begins_with_the_pages_words_and_goes_on_until_the_hub_closes() -> None:
    async def story() -> None:
        hub, page, asker = Hub(10), Page(200, OPEN, b"first"), Asker()
        scope = a_scope()
        stream = asyncio.create_task(Streams(page, hub)(scope, asker.receive, asker.send))
        await until(lambda: any(listener.is_open for listener in hub.listeners))
        hub.announce({MATCH: 42})
        said = scope["state"]["connection"].take()
        assert said == f'29\r\nevent: version\ndata: {{"{MATCH}": 42}}\n\n\r\n'
        assert asker.start["headers"] == [(b"content-type", b"text/event-stream")]
        hub.close()
        await asyncio.wait_for(stream, 60)
        assert asker.body == b"firstevent: bye\ndata: {}\n\n"
        assert not asker.sent[-1]["more_body"]
        assert not hub.listeners

    on_its_own(story())


def test_a_browser_that_goes_is_forgotten() -> None:
    async def story() -> None:
        hub, asker = Hub(10), Asker()
        stream = asyncio.create_task(Streams(Page(200, OPEN), hub)(a_scope(), asker.receive, asker.send))
        await until(lambda: len(hub.listeners) == 1)
        asker.gone.set()
        await asyncio.wait_for(stream, 60)
        assert not hub.listeners

    on_its_own(story())


@pytest.mark.parametrize("status", [302, 403, 404, 500])
def test_any_other_answer_is_the_pages_own(status: int) -> None:
    asker = on_its_own(answered(Page(status, [(b"location", b"/x/")], b"sorry"), a_scope()))
    assert (asker.start["status"], asker.start["headers"], asker.body) == (status, [(b"location", b"/x/")], b"sorry")


def test_under_another_server_the_first_message_is_all_there_is() -> None:
    asker = on_its_own(answered(Page(200, OPEN, b"first"), a_scope(state={})))
    assert (asker.start["headers"], asker.body) == (OPEN, b"first")


def test_the_page_is_asked_for_plain_words() -> None:
    page = Page(404)
    on_its_own(answered(page, a_scope()))
    assert page.asked[0]["headers"] == [(b"cookie", b"sessionid=1")]


def test_whoever_is_too_many_is_told_to_come_later_and_no_page_is_asked() -> None:
    page = Page(200, OPEN)
    asker = on_its_own(answered(page, a_scope(), Hub(0)))
    headers = dict(asker.start["headers"])
    assert (asker.start["status"], headers[b"retry-after"], page.asked) == (503, b"30", [])
    assert int(headers[b"content-length"]) == len(asker.body)


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/m/1/live/", True),
        ("HEAD", "/m/1/live/", False),
        ("POST", "/m/1/live/", False),
        ("GET", "/m/1/", False),
        ("GET", "/c/live/live/", True),
        ("GET", "/c/live/", False),  # a club whose slug is "live"
    ],
)
def test_only_a_get_of_a_live_address_is_a_stream(method: str, path: str, expected: bool) -> None:
    assert is_stream(a_scope(path, method)) is expected


@pytest.mark.parametrize(
    ("again", "stays"),
    [
        (Page(200, OPEN), True),
        (Page(404), False),
        (Page(302), False),
        (Page(200, [(b"x-live-topics", b'{"night:9": 1}')]), False),
    ],
)
def test_whoever_would_be_turned_away_now_is_not_kept(again: Page, stays: bool) -> None:
    async def story() -> None:
        hub, asker = Hub(10), Asker()
        stream = asyncio.create_task(Streams(Page(200, OPEN), hub)(a_scope(), asker.receive, asker.send))
        doors = asyncio.create_task(AccessRecheck(hub, again).run())
        await until(lambda: len(hub.listeners) == 1)
        hub.announce({DOOR: None})
        await until(lambda: bool(again.asked) and not hub.to_recheck)
        if not stays:
            await asyncio.wait_for(stream, 60)
        assert len(hub.listeners) == stays
        for task in (stream, doors):
            task.cancel()

    on_its_own(story())


def test_an_address_and_a_session_have_so_many_streams_and_get_a_place_back(settings: Any) -> None:
    settings.STREAMS_PER_SESSION, settings.STREAMS_PER_ADDRESS = 2, 3

    def asked_by(session: str, address: str = "192.0.2.7") -> Scope:
        cookie = (b"cookie", f"theme=dark; sessionid={session}".encode())
        return a_scope(client=(address, 1), headers=[cookie] if session else [])

    limits = Limits()
    with limits.place(asked_by("a")), limits.place(asked_by("a")):
        with limits.place(asked_by("a", "192.0.2.8")) as third_of_a_session:
            assert not third_of_a_session
        with limits.place(asked_by("b")) as third_of_an_address, limits.place(asked_by("")) as fourth:
            assert (third_of_an_address, fourth) == (True, False)
        with limits.place(asked_by("", "192.0.2.8")) as elsewhere:
            assert elsewhere
        with limits.place(asked_by("c")) as again:
            assert again


def test_a_stream_without_a_place_is_told_to_come_later_and_no_page_is_asked(settings: Any) -> None:
    settings.STREAMS_PER_SESSION, page = 0, Page(200, OPEN)
    asker = on_its_own(answered(page, a_scope()))
    headers = dict(asker.start["headers"])
    assert (asker.start["status"], headers[b"retry-after"], page.asked) == (503, b"30", [])
    assert headers[b"content-security-policy"] == b"frame-ancestors 'none'"


TOGETHER = "page=/m/aaaa/live/&page=/c/kennel/nights/3/live/&page=/m/bbbb/live/&page=/m/aaaa/live/"


async def one_of_two(scope: Scope, receive: Receive, send: Send) -> None:
    """An ASGI application in which one match and the night are open to everybody and another match is not."""
    versions = {"/m/aaaa/live/": {MATCH: 41}, "/c/kennel/nights/3/live/": {NIGHT: 5}}.get(scope["path"])
    headers = [(b"x-live-topics", json.dumps(versions or {}).encode()), (b"x-live-doors", DOOR.encode())]
    await Page(200 if versions else 302, headers, b"its own")(scope, receive, send)


def test_one_stream_tells_all_pages_of_a_browser_what_is_theirs() -> None:
    async def story() -> None:
        hub, asker = Hub(10), Asker()
        scope = a_scope("/live/", query_string=TOGETHER.encode())
        stream = asyncio.create_task(Streams(one_of_two, hub)(scope, asker.receive, asker.send))
        await until(lambda: any(listener.is_open for listener in hub.listeners))
        (listener,) = hub.listeners
        assert (listener.shown, listener.grants) == ({MATCH: 41, NIGHT: 5}, frozenset({DOOR}))
        pages, versions = asker.body.decode().strip().split("\n\n")
        assert json.loads(pages.removeprefix("event: pages\ndata: ")) == {
            "/m/aaaa/live/": [MATCH],
            "/c/kennel/nights/3/live/": [NIGHT],
        }
        assert json.loads(versions.removeprefix("event: version\ndata: ")) == {MATCH: 41, NIGHT: 5}
        assert await AccessRecheck(hub, one_of_two).has_access(listener)
        assert not await AccessRecheck(hub, Page(302)).has_access(listener)
        hub.close()
        await asyncio.wait_for(stream, 60)

    on_its_own(story())


@pytest.mark.parametrize(
    ("query", "asked", "status"),
    [
        ("page=/m/bbbb/live/", ["/m/bbbb/live/"], 302),
        ("page=/account/&page=/live/&page=/c/live/&page=/m/%C3%A4/live/", [], 404),
        ("", [], 404),
        (
            "&".join(f"page=/m/{number}/live/" for number in range(40)),
            [f"/m/{number}/live/" for number in range(24)],
            302,
        ),
    ],
)
def test_only_streams_are_named_in_one_for_all_and_not_too_many(query: str, asked: list[str], status: int) -> None:
    page = Page(302)
    asker = on_its_own(answered(page, a_scope("/live/", query_string=query.encode())))
    assert ([scope["path"] for scope in page.asked], asker.start["status"]) == (asked, status)
