"""Changes that no notification reported are found in the database."""

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DatabaseError

from dogclub.live import runtime
from dogclub.live.hub import Hub, Listener
from dogclub.live.runtime import NOTIFIED_INTERVAL, UNNOTIFIED_INTERVAL, Clock, DataVersion, Watch
from tests.dogclub.live.parts import DOOR, MATCH, a_listener, until
from tests.loops import on_its_own


def test_sqlite_tells_of_another_connections_commit_and_of_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite3"
    source = DataVersion(file)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE dogs (name)")
        other.commit()
        assert [source.has_news(), source.has_news()] == [True, False]
        other.execute("INSERT INTO dogs VALUES ('Rex')")
        assert not source.has_news()
        other.commit()
        assert [source.has_news(), source.has_news()] == [True, False]


def test_a_database_that_is_away_has_no_news(tmp_path: Path) -> None:
    assert not DataVersion(tmp_path).has_news()


@pytest.mark.parametrize(("is_notified", "every"), [(False, UNNOTIFIED_INTERVAL), (True, NOTIFIED_INTERVAL)])
def test_elsewhere_it_is_a_matter_of_time(monkeypatch: pytest.MonkeyPatch, is_notified: bool, every: float) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    clock = Clock(lambda: is_notified)
    assert [clock.has_news(), clock.has_news()] == [True, False]
    now += every - 0.5
    assert (clock.has_news(), clock.pause()) == (False, 0.5)
    now += 0.5
    assert clock.has_news()


class Told:
    """A source of changes that reports one when `is_new` is set."""

    is_new = False

    def pause(self) -> float:
        return 0.01

    def has_news(self) -> bool:
        is_new, self.is_new = self.is_new, False
        return is_new


def test_what_is_watched_is_read_and_told_also_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "RETRY_AFTER", 0)
    answers: list[int | None] = [41, None, 42]

    def read(topics: Iterable[str]) -> Mapping[str, int]:
        answer = answers.pop(0)
        if answer is None:
            raise DatabaseError
        return dict.fromkeys(topics, answer)

    async def story() -> None:
        hub, source = Hub(10), Told()
        _, connection = a_listener(hub)
        running = asyncio.create_task(Watch(hub, source, read).run())
        await until(lambda: len(answers) < 3)
        source.is_new = True
        await until(lambda: bool(connection.said))
        assert connection.take() == f'event: version\ndata: {{"{MATCH}": 42}}\n\n'
        assert answers == []
        running.cancel()

    on_its_own(story())


def test_a_door_that_was_shut_behind_our_back_is_found_after_the_next_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "GRANTS_INTERVAL", 0)
    doors = [1]

    def read(topics: Iterable[str]) -> Mapping[str, int]:
        return {topic: doors[0] if topic == DOOR else 41 for topic in topics}

    async def story() -> None:
        hub, source = Hub(10), Told()
        listener, connection = a_listener(hub)
        running = asyncio.create_task(Watch(hub, source, read).run())
        steps: list[tuple[int, set[Listener]]] = [(1, set()), (1, set()), (2, {listener})]
        for number, to_recheck in steps:
            doors[0] = number
            source.is_new = True
            await until(lambda: hub.grants[DOOR] == doors[0] and not (source.is_new or hub.unread))
            assert hub.to_recheck == to_recheck
        assert connection.take() == ""
        running.cancel()

    on_its_own(story())


def test_grants_are_read_now_and_then_however_much_is_written() -> None:
    asked: list[str] = []

    def read(topics: Iterable[str]) -> Mapping[str, int]:
        asked.extend(topics)
        return dict.fromkeys(topics, 41)

    async def story() -> None:
        hub, source = Hub(10), Told()
        a_listener(hub)
        running = Watch(hub, source, read)
        for _ in range(5):
            source.is_new = True
            await running.check()
        assert (asked.count(MATCH), asked.count(DOOR)) == (5, 1)

    on_its_own(story())
