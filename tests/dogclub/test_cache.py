"""The cache: Redis, and the memory of each process while Redis is unavailable."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from dogclub.cache import Cache
from tests.dogclub.kennel import OwnRedis

pytestmark = pytest.mark.needs("redis-server")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnRedis]:
    one = OwnRedis(tmp_path)
    one.start()
    yield one
    one.kill()


def test_a_redis_that_comes_and_goes_is_no_error(own: OwnRedis) -> None:
    cache = Cache(own.url, {})
    cache.set("bone", "buried", 60)
    assert (cache.get("bone"), Cache(own.url, {}).get("bone")) == ("buried", "buried")
    own.kill()
    assert cache.get("bone") is None
    cache.set("bone", "dug up", 60)
    assert (cache.get("bone"), cache.add("bone", "new", 60), cache.has_key("bone")) == ("dug up", False, True)
    assert cache.get_many(["bone", "ball"]) == {"bone": "dug up"}
    own.start()
    assert cache.get("bone") is None
    cache.set("bone", "back", 60)
    assert Cache(own.url, {}).get("bone") == "back"


def test_a_redis_that_hangs_is_as_good_as_none(own: OwnRedis) -> None:
    cache = Cache(own.url, {})
    cache.set("ball", "buried", 60)
    assert own.process
    own.process.send_signal(signal.SIGSTOP)
    assert cache.get("ball") is None
    own.process.send_signal(signal.SIGCONT)
    assert cache.get("ball") == "buried"
