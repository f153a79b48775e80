"""Redis: what one process writes reaches the streams of another, and nothing fails without Redis."""

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.conf import LazySettings

from dogclub.live import runtime
from dogclub.live.hub import Hub
from dogclub.live.runtime import Publisher, RedisSubscriber, channel
from tests.dogclub.kennel import OwnRedis
from tests.dogclub.live.parts import DOOR, MATCH, a_listener, until
from tests.dogclub.live.real import Stream, post, run
from tests.loops import on_its_own
from tests.server import Server
from tests.server import until as wait_until

pytestmark = pytest.mark.needs("redis-server")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnRedis]:
    one = OwnRedis(tmp_path)
    one.start()
    yield one
    one.kill()


def test_the_line_is_taken_up_again_when_redis_is_back(
    own: OwnRedis, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    monkeypatch.setattr(runtime, "RETRY_AFTER", 0.05)
    settings.REDIS_URL = own.url

    async def story() -> None:
        hub, sender = Hub(10), Publisher()
        _, connection = a_listener(hub)
        found = RedisSubscriber(hub, own.url)
        running = asyncio.create_task(found.run())
        await until(lambda: found.is_up)
        sender.put({MATCH: 42})
        await until(lambda: '": 42}' in connection.take())
        hub.unread.clear()
        own.kill()
        await until(lambda: not found.is_up)
        assert hub.unread == {MATCH, DOOR}  # to be read at once, since a message may have been missed
        sender.put({MATCH: 43})
        await asyncio.to_thread(sender.finish)
        assert connection.take() == ""
        hub.unread.clear()
        own.start()
        await until(lambda: found.is_up)
        assert hub.unread == {MATCH, DOOR}
        sender.put({MATCH: 44})
        await until(lambda: '": 44}' in connection.take())
        running.cancel()

    on_its_own(story())


def test_a_redis_that_hangs_is_as_good_as_none_until_it_answers(
    own: OwnRedis, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    monkeypatch.setattr(runtime, "RETRY_AFTER", 0.05)
    monkeypatch.setattr(runtime, "PING_AFTER", 0.2)
    settings.REDIS_URL = own.url

    async def story() -> None:
        assert own.process
        hub, sender = Hub(10), Publisher()
        _, connection = a_listener(hub)
        found = RedisSubscriber(hub, own.url)
        running = asyncio.create_task(found.run())
        await until(lambda: found.is_up)
        own.process.send_signal(signal.SIGSTOP)  # stays connected but does not respond
        await until(lambda: not found.is_up)
        monkeypatch.setattr(runtime, "PING_AFTER", 5)  # a busy machine shall not time out again at once
        own.process.send_signal(signal.SIGCONT)
        await until(lambda: found.is_up)
        sender.put({MATCH: 42})
        await until(lambda: '": 42}' in connection.take())
        running.cancel()

    on_its_own(story())


def test_a_line_that_was_taken_up_anew_unnoticed_may_have_missed_something() -> None:
    async def story() -> None:
        hub = Hub(10)
        a_listener(hub)
        found = RedisSubscriber(hub, "redis://127.0.0.1:1/0")
        for _ in range(2):  # the second is the library's own resubscription
            hub.unread.clear()
            found.take({"type": "subscribe"})
            assert (found.is_up, hub.unread) == (True, {MATCH, DOOR})

    on_its_own(story())


@pytest.mark.thorough
def test_an_evening_goes_on_while_redis_comes_and_goes(stopped_server: Server, own: OwnRedis) -> None:
    world = run(stopped_server, "a_world()")
    stopped_server.extra["REDIS_URL"] = own.url
    stopped_server.start("--no-worker")
    name = run(stopped_server, "from dogclub.live.runtime import channel; print(json.dumps(channel()))")
    topic, table = f"match:{world['match']}", f"/m/{world['match']}"
    stream = Stream(stopped_server, f"{table}/live/", world["organiser"])
    with redis.Redis.from_url(own.url) as client:
        stream.read_until("event: beat")
        wait_until(lambda: client.publish(name, json.dumps({topic: 1})) == 1)  # without a change in the database
        stream.read_until(f'{{"{topic}": 1}}')
    own.kill()
    for version, verb in enumerate(["abandon", "reopen"], start=1):
        assert post(stopped_server, f"{table}/{verb}/", world["organiser"]) == 302
        stream.read_until(f'{{"{topic}": {version}}}')
    run(stopped_server, f"write('{world['match']}')")
    stream.read_until(f'{{"{topic}": 3}}')
    stream.close()


def test_every_house_has_a_channel_of_its_own(settings: LazySettings) -> None:
    mine = channel()
    settings.SECRET_KEY = "another one"
    assert channel() != mine
