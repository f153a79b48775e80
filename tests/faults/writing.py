"""A tablet that writes a match to a real server, entry by entry, and records what was acknowledged."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.conf import settings
from django.test import Client

from clubs.models import Role
from games import ledger
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG
from tests.factory import a_club, a_member, some_players
from tests.faults.counts import Counts
from tests.faults.scripts import Message, script
from tests.faults.tablets import TOKEN
from tests.server import Server

Answer = tuple[int, dict[str, Any]]


class Writer:
    """A tablet with a match and a session. Create it while `database_of` points to the server's database; the server
    must have the secret key of this process.
    """

    def __init__(self, server: Server, seed: int = 76) -> None:
        self.server, self.messages = server, script(seed, whole_hands=False)
        club = a_club()
        self.match: Match = ledger.start(club, DIRTY_DOG.key, some_players(club, 5))
        browser = Client()
        browser.force_login(a_member(club, Role.SCOREKEEPER))
        self.session = browser.cookies["sessionid"].value
        self.acknowledged: list[str] = []

    def send(self, version: int, drafts: Message | None = None) -> Answer:
        """Send the message of that version and return status and JSON; entries keep their ids when sent again."""
        message = drafts or self.messages[version]
        body = json.dumps({"version": version, "drafts": message}).encode()
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={self.session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
        }
        status, said = self.ask(Request(f"{self.server.url}/api/v1/matches/{self.match.pk}/entries", body, headers))
        if status in (200, 201):
            self.acknowledged += [draft["id"] for draft in message]
        return status, json.loads(said)

    def ask(self, request: Request | str) -> tuple[int, str]:
        try:
            with urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()

    def page(self, path: str) -> tuple[int, str]:
        return self.ask(Request(f"{self.server.url}{path}", headers={"Cookie": f"sessionid={self.session}"}))

    def counts(self, counts: Counts | None = None) -> Counts:
        """Add one try to the counts, with the acknowledged and the stored entries."""
        found = counts or Counts()
        found.add(set(self.acknowledged), self.stored())
        return found

    def stored(self) -> Sequence[str]:
        return [str(pk) for pk in Entry.objects.filter(match=self.match).values_list("pk", flat=True)]


def knowing_this_process(server: Server) -> Server:
    """Start the server with the secret key of this process, so that its sessions are valid, and without a worker."""
    server.extra = {**server.extra, "SECRET_KEY": settings.SECRET_KEY}
    server.start("--no-worker")
    return server
