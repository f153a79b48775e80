"""The hub: one value per topic, heartbeats in turns, and grants that are checked again."""

import pytest

from dogclub.live.hub import PARTS, RECHECK_BEATS, Hub
from tests.dogclub.live.parts import DOOR, MATCH, NIGHT, a_listener


@pytest.fixture
def hub() -> Hub:
    return Hub(most=3)


def a_round(hub: Hub) -> None:
    for _ in range(PARTS):
        hub.beat()


def test_whoever_watches_is_told_and_nobody_else(hub: Hub) -> None:
    (_, here), (_, elsewhere) = a_listener(hub), a_listener(hub, {NIGHT: 5})
    hub.announce({MATCH: 42})
    assert here.take() == f'event: version\ndata: {{"{MATCH}": 42}}\n\n'
    assert elsewhere.take() == ""


@pytest.mark.parametrize(
    ("topic", "known", "told", "is_said"),
    [
        (MATCH, 41, 42, True),
        (MATCH, 41, 41, False),
        (MATCH, 41, 40, False),  # delayed by Redis
        (NIGHT, 41, 40, True),  # versions of a night do not grow
        (NIGHT, 41, 41, False),
    ],
)
def test_only_news_is_said(hub: Hub, topic: str, known: int, told: int, is_said: bool) -> None:
    _, connection = a_listener(hub, {topic: known})
    hub.announce({topic: told})
    assert bool(connection.take()) == is_said


def test_a_slow_reader_gets_the_last_version_and_one_beat(hub: Hub) -> None:
    listener, connection = a_listener(hub)
    connection.is_blocked = True
    for version in range(42, 142):
        hub.announce({MATCH: version})
        a_round(hub)
    assert (connection.take(), listener.beats) == ("", 100)
    connection.is_blocked = False
    hub.beat()
    said = connection.take()
    assert f'"{MATCH}": 141' in said
    assert (said.count("event: version"), said.count("event: beat")) == (1, 1)


def test_nothing_is_said_before_the_beginning(hub: Hub) -> None:
    listener, connection = a_listener(hub)
    listener.is_open = False
    hub.announce({MATCH: 42})
    assert connection.take() == ""
    listener.open()
    assert "42" in connection.take()


def test_a_round_is_one_beat_for_each_and_nobody_waits_behind_all(hub: Hub) -> None:
    crowd = [a_listener(hub) for _ in range(PARTS * 2)]
    hub.beat()
    assert sum("event: beat" in connection.take() for _, connection in crowd) == 2
    for _ in range(PARTS - 1):
        hub.beat()
    assert {listener.beats for listener, _ in crowd} == {1}


def test_now_and_then_everybody_is_asked_again(hub: Hub) -> None:
    listener, _ = a_listener(hub)
    for _ in range(RECHECK_BEATS - 1):
        a_round(hub)
    assert not hub.to_recheck
    a_round(hub)
    assert hub.to_recheck == {listener}


def test_a_closed_door_asks_those_who_came_in_by_it(hub: Hub) -> None:
    (listener, connection), _ = a_listener(hub), a_listener(hub, doors=["access:8"])
    hub.announce({DOOR: None})
    assert hub.to_recheck == {listener}
    assert hub.recheck_due.is_set()
    assert connection.take() == ""


def test_a_door_that_is_another_in_the_database_asks_those_who_came_in_by_it(hub: Hub) -> None:
    listener, connection = a_listener(hub)
    for number, is_asked in ((7, False), (7, False), (8, True), (8, False)):
        hub.to_recheck.clear()
        hub.announce({DOOR: number})
        assert bool(hub.to_recheck) is is_asked
    hub.announce({DOOR: None})  # announced by the writer: the next value read is the new state
    hub.to_recheck.clear()
    hub.announce({DOOR: 9})
    assert not hub.to_recheck
    hub.leave(listener)
    assert (connection.take(), hub.grants) == ("", {})


def test_what_changed_to_nobody_knows_what_is_looked_up_where_it_is_watched(hub: Hub) -> None:
    a_listener(hub, {NIGHT: 1})
    assert hub.unread == {NIGHT, DOOR}  # a write may have followed the page's response
    hub.unread.clear()
    hub.wake_up.clear()
    hub.announce({"club:9": None})
    assert not hub.wake_up.is_set()
    hub.announce({NIGHT: None})
    assert hub.wake_up.is_set()
    assert hub.unread == {NIGHT}


def test_whoever_leaves_is_forgotten(hub: Hub) -> None:
    listener, connection = a_listener(hub)
    hub.leave(listener)
    hub.announce({MATCH: 42, DOOR: None})
    a_round(hub)
    assert (connection.take(), hub.topics, hub.to_recheck, hub.has_listeners.is_set()) == ("", set(), set(), False)


def test_a_full_or_closed_house_lets_nobody_in(hub: Hub) -> None:
    crowd = [a_listener(hub) for _ in range(3)]
    assert hub.is_full
    hub.leave(crowd[0][0])
    assert not hub.is_full
    hub.close()
    assert hub.is_full
    assert [listener.over.is_set() for listener, _ in crowd] == [False, True, True]
    late, _ = a_listener(hub)
    assert late.over.is_set()


def test_a_hub_that_does_not_run_has_nobody_to_tell(hub: Hub) -> None:
    hub.receive({MATCH: 42})
