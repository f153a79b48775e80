"""The door of a stream: the page decides, and whatever else it says is passed on."""

import asyncio
import json
import socket

import pytest

from dogclub.live.access_recheck import AccessRecheck
from dogclub.live.hub import Hub
from dogclub.live.streams import Streams, is_stream
from dogclub.live.wire import CONNECTION, PATIENCE, wire_of
from dogclub.server.messages import Scope
from tests.dogclub.live.parts import DOOR, MATCH, Asker, Page, a_scope, until
from tests.loops import on_its_own

OPEN = [
    (b"content-type", b"text/event-stream"),
    (b"content-length", b"5"),
    (b"x-live-topics", json.dumps({MATCH: 41}).encode()),
    (b"x-live-doors", DOOR.encode()),
]


async def answered(page: Page, scope: Scope, hub: Hub | None = None) -> Asker:
    asker = Asker()
    async with asyncio.timeout(5):
        await Streams(page, hub or Hub(10))(scope, asker.receive, asker.send)
    return asker


def test_a_stream_begins_with_the_pages_words_and_goes_on_until_the_hub_closes() -> None:
    async def story() -> None:
        hub, page, asker = Hub(10), Page(200, OPEN, b"first"), Asker()
        scope = a_scope()
        stream = asyncio.create_task(Streams(page, hub)(scope, asker.receive, asker.send))
        await until(lambda: any(listener.is_open for listener in hub.listeners))
        hub.tell({MATCH: 42})
        said = scope["state"]["connection"].take()
        assert said == f'29\r\nevent: version\ndata: {{"{MATCH}": 42}}\n\n\r\n'
        assert asker.start["headers"] == [(b"content-type", b"text/event-stream")]
        hub.close()
        await asyncio.wait_for(stream, 5)
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
        await asyncio.wait_for(stream, 5)
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
        ("GET", "/c/live/", False),  # a club of that name
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
        hub.tell({DOOR: None})
        await until(lambda: bool(again.asked) and not hub.doubted)
        if not stays:
            await asyncio.wait_for(stream, 5)
        assert len(hub.listeners) == stays
        for task in (stream, doors):
            task.cancel()

    on_its_own(story())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux only")
def test_the_connection_of_somebody_who_went_without_a_word_is_given_up_soon() -> None:
    with socket.socket() as plug:
        assert wire_of({"state": {CONNECTION: asyncio.Transport({"socket": plug})}, "http_version": "1.1"})
        assert plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == PATIENCE
