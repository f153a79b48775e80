"""Tablets that write until they are told to stop, whatever happens to their server, and what must stand afterwards."""

import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from clubs.models import Role
from dogclub.demo.evenings.bots import born
from dogclub.demo.evenings.evening import Evening, Happenings
from games import ledger
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.records import entry_to_json
from tests.factory import a_club, a_member, some_players
from tests.server import Server, until

TABLETS = 4
TOKEN = "k" * 32
LOST = (OSError, http.client.HTTPException)

Message = list[dict[str, Any]]


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


def tablets(server: Server, matches: int) -> list[Tablet]:
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
                for match in range(matches)
            ],
        )
        for tablet in range(TABLETS)
    ]


def wait_for_an_answer(at_work: list[Tablet]) -> None:
    before = sum(tablet.answers for tablet in at_work)
    until(lambda: sum(tablet.answers for tablet in at_work) > before or any(tablet.refused for tablet in at_work))


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
