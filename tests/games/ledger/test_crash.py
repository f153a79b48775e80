"""The server is killed in the middle of writing, again and again: what was acknowledged stands, once and whole."""

import http.client
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from pytest_django import DjangoDbBlocker

from clubs.models import Role
from dogclub.demo.evenings.bots import born
from dogclub.demo.evenings.evening import Evening, Happenings
from games import ledger
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.records import entry_to_json
from tests.factory import a_club, a_member, some_players
from tests.server import Server, until

pytestmark = pytest.mark.thorough

KILLS = 50
TABLETS = 4
MATCHES = 30  # for each tablet: more than it can fill
SEED = 1908
TOKEN = "k" * 32
LOST = (OSError, http.client.HTTPException)

Message = list[dict[str, Any]]


@contextmanager
def database_of(server: Server) -> Iterator[None]:
    """This process looks into the server's own database."""
    path = server.database_url.removeprefix("sqlite:///")
    name = path if path != server.database_url else path.rsplit("/", 1)[1]
    kept = connections["default"]
    with mock.patch.dict(connections.settings, default={**connections.settings["default"], "NAME": name}):
        connections["default"] = connections.create_connection("default")
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = kept


@dataclass
class Tablet(threading.Thread):
    """Sends its messages in order, each with the same ids until it is acknowledged."""

    server: Server
    session: str
    matches: list[tuple[UUID, list[Message]]]
    acknowledged: set[str] = field(default_factory=set)
    answers: int = 0
    refused: str = ""
    done: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        for match, messages in self.matches:
            for version, message in enumerate(messages):
                while not self.done.is_set() and not self._send(match, version, message):
                    time.sleep(0.01)
                if self.done.is_set():
                    return

    def _send(self, match: UUID, version: int, message: Message) -> bool:
        caller = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={self.session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
        }
        try:
            body = json.dumps({"version": version, "drafts": message})
            caller.request("POST", f"/api/v1/matches/{match}/entries", body, headers)
            answer = caller.getresponse()
            said = answer.read().decode()
        except LOST:
            return False
        finally:
            caller.close()
        if answer.status not in (200, 201):
            self.refused = f"{answer.status}: {said}"
            self.done.set()
        self.acknowledged |= {draft["id"] for draft in message}
        self.answers += 1
        return True


def script(seed: int, *, whole_hands: bool) -> list[Message]:
    """The messages of one match as bots play it: a hand at a time, or bids and tricks on their own."""
    chance = random.Random(seed)
    evening = Evening([born(seat, chance) for seat in range(5)], Options(), Happenings(), chance)
    drafts = [
        {"id": str(uuid4()), "number": number, "kind": DIRTY_DOG.kind(line.entry), "payload": entry_to_json(line.entry)}
        for number, line in enumerate(evening.play().written[:40], start=1)
    ]
    step = 2 if whole_hands else 1
    return [drafts[place : place + step] for place in range(0, len(drafts), step)]


def tablets(server: Server) -> list[Tablet]:
    club = a_club()
    players = some_players(club, 5)
    browser = Client()
    browser.force_login(a_member(club, Role.SCOREKEEPER))
    session = browser.cookies["sessionid"].value
    return [
        Tablet(
            server,
            session,
            [
                (ledger.start(club, DIRTY_DOG.key, players).pk, script(match, whole_hands=tablet % 2 == 0))
                for match in range(MATCHES)
            ],
        )
        for tablet in range(TABLETS)
    ]


@pytest.fixture
def club_house(server: Server) -> Server:
    """Knows this process's sessions, and leaves the background work to nobody."""
    server.kill()
    server.extra = {"SECRET_KEY": settings.SECRET_KEY}
    server.start("--no-worker")
    return server


def test_nothing_acknowledged_is_lost_and_nothing_stands_twice(
    club_house: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    chance = random.Random(SEED)
    with django_db_blocker.unblock(), database_of(club_house):
        at_work = tablets(club_house)
        for tablet in at_work:
            tablet.start()
        for _ in range(KILLS):
            wait_for_an_answer(at_work)
            time.sleep(chance.uniform(0, 0.12))
            club_house.kill()
            club_house.start("--no-worker")
        for tablet in at_work:
            tablet.done.set()
            tablet.join()
        check_everything(at_work)


def wait_for_an_answer(at_work: list[Tablet]) -> None:
    before = sum(tablet.answers for tablet in at_work)
    until(lambda: sum(tablet.answers for tablet in at_work) > before or any(tablet.refused for tablet in at_work))


def check_everything(at_work: list[Tablet]) -> None:
    assert [tablet.refused for tablet in at_work] == [""] * TABLETS
    assert sum(tablet.answers for tablet in at_work) >= KILLS
    for tablet in at_work:
        unheard = sum(check_match(tablet, match, messages) for match, messages in tablet.matches)
        assert unheard <= 1
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def check_match(tablet: Tablet, pk: UUID, messages: list[Message]) -> int:
    """The sheet holds a beginning of the script, whole messages only; how many of them nobody heard about."""
    entries = list(Entry.objects.filter(match=pk).order_by("number", "revision"))
    match = Match.objects.get(pk=pk)
    written = messages[: match.version]
    assert [str(entry.pk) for entry in entries] == [draft["id"] for message in written for draft in message]
    assert {entry.revision for entry in entries} <= {1}
    assert ledger.rescore(pk, check=True) == []
    heard = [message[0]["id"] in tablet.acknowledged for message in messages]
    assert heard == sorted(heard, reverse=True)
    assert sum(heard) <= len(written)
    return len(written) - sum(heard)
