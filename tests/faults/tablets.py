"""Tablets that write until they are stopped, whatever happens to their server, and checks of what is stored."""

import http.client
import json
import threading
import time
from dataclasses import dataclass, field
from uuid import UUID

from django.test import Client

from clubs.models import Club, Player, Role
from games import ledger
from games.models import Entry, Match
from tests.factory import a_club, a_member, some_players
from tests.faults.scripts import GAMES, Message, messages, played, revisions, seats, with_undos
from tests.server import Server, until

TOKEN = "k" * 32
LOST = (OSError, http.client.HTTPException)


@dataclass
class Tablet(threading.Thread):
    """Sends its messages in order, each with the same ids until it is acknowledged.

    `told_to_wait` counts responses of 503 with Retry-After; any other status than 200 and 201 stops the tablet.
    """

    server: Server
    session: str
    matches: list[tuple[UUID, list[Message]]]
    acknowledged: set[str] = field(default_factory=set)
    answers: int = 0
    told_to_wait: int = 0
    refused: str = ""
    done: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        for match, script in self.matches:
            self.play(match, script)

    def play(self, match: UUID, script: list[Message]) -> None:
        """Send the messages of the script in order, until its end or until `done` is set."""
        for version, message in enumerate(script):
            while not self.done.is_set() and not self._send(match, version, message):
                time.sleep(0.01)
            if self.done.is_set():
                return
            self.pause()

    def pause(self) -> None:
        """Wait between two messages; here not at all."""

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
        if answer.status == 503 and answer.headers["Retry-After"]:
            self.told_to_wait += 1
            time.sleep(0.2)
            return False
        if answer.status not in (200, 201):
            self.refused = f"{answer.status}: {said}"
            self.done.set()
        self.acknowledged |= {draft["id"] for draft in message}
        self.answers += 1
        return True


def tablets(server: Server, matches: int) -> list[Tablet]:
    """Return one tablet for each game to start with; each plays `matches` matches, of one game after the other."""
    club = a_club()
    players = some_players(club, 5)
    browser = Client()
    browser.force_login(a_member(club, Role.SCOREKEEPER))
    session = browser.cookies["sessionid"].value
    return [
        Tablet(server, session, [a_match(club, players, tablet + number, tablet % 2 + 1) for number in range(matches)])
        for tablet in range(len(GAMES))
    ]


def a_match(club: Club, players: list[Player], number: int, step: int) -> tuple[UUID, list[Message]]:
    """Start a match of the game of this number, and return it with its script; `step` is the drafts of a message."""
    game = GAMES[number % len(GAMES)]
    options, entries = played(game, seed=number)
    match = ledger.start(club, game, players[: seats(game)], options)
    return match.pk, with_undos(messages(game, entries, step))


def wait_for_an_answer(at_work: list[Tablet]) -> None:
    """Wait until some tablet has received a further response."""
    before = sum(tablet.answers for tablet in at_work)
    until(lambda: sum(tablet.answers for tablet in at_work) > before or any(tablet.refused for tablet in at_work))


def check_match(tablet: Tablet, pk: UUID, sent: list[Message]) -> int:
    """Check that the sheet holds the first messages of the script, each completely; return how many of them were stored
    but not acknowledged.
    """
    entries = list(Entry.objects.filter(match=pk).order_by("number", "revision"))
    match = Match.objects.get(pk=pk)
    written = sent[: match.version]
    found = [(entry.number, entry.revision, str(entry.pk), entry.payload is None) for entry in entries]
    assert found == revisions(written)
    assert ledger.rescore(pk, check=True) == []
    heard = [message[0]["id"] in tablet.acknowledged for message in sent]
    assert heard == sorted(heard, reverse=True)
    assert sum(heard) <= len(written)
    return len(written) - sum(heard)
