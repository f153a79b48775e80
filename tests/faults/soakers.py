"""The clients of the load test: tablets with an endless series of matches, boards, a reader of pages, an archivist."""

import http.client
import threading
from collections.abc import Sequence
from contextlib import closing
from itertools import count, cycle
from urllib.request import Request, urlopen

from django.db import connection

from clubs.models import Club, Player
from dogclub.jobs.asking import enqueue
from dogclub.models import Job
from tests.faults.tablets import Tablet, a_match, tablets
from tests.server import Server, until

BETWEEN_ENTRIES = 1.5  # seconds per tablet: all share an account, which may write 240 times a minute


class Endless(Tablet):
    """A tablet that plays match after match, each created when needed, at the pace of a club with many tables."""

    club: Club
    number: int

    def run(self) -> None:
        players: list[Player] = list(self.club.players.order_by("pk"))
        for number in count(self.number):
            self.matches.append(a_match(self.club, players, number, number % 2 + 1))
            self.play(*self.matches[-1])
            if self.done.is_set():
                connection.close()
                return

    def pause(self) -> None:
        self.done.wait(BETWEEN_ENTRIES)


def endless_tablets(server: Server) -> list[Endless]:
    """One endless tablet per game."""
    found = []
    for number, tablet in enumerate(tablets(server, matches=0)):
        found.append(Endless(server, tablet.session, []))
        found[-1].club, found[-1].number = Club.objects.get(), number
    return found


class Helper(threading.Thread):
    """A thread that repeats its step until `done` is set."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            self.step()
        connection.close()

    def step(self) -> None:
        raise NotImplementedError


class Board(Helper):
    """Listens to the club's stream; `heard` counts the versions received, `wrong` says how a stream last failed."""

    def __init__(self, server: Server, session: str) -> None:
        super().__init__()
        self.server, self.session = server, session
        self.heard, self.wrong = 0, ""

    def step(self) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)) as wire:
            try:
                self.listen(wire)
            except (OSError, http.client.HTTPException) as error:
                self.wrong = f"a stream broke off: {error!r}"

    def listen(self, wire: http.client.HTTPConnection) -> None:
        wire.request("GET", "/c/kennel/live/", headers={"Cookie": f"sessionid={self.session}"})
        stream = wire.getresponse()
        if stream.status != 200:
            self.wrong = f"a stream was answered {stream.status}"
            self.done.set()
        while not self.done.is_set() and (line := stream.readline()):
            self.heard += line.startswith(b"event: version")


class Reader(Helper):
    """Requests one page after the other; `wrong` lists those whose status was not 200."""

    def __init__(self, server: Server, session: str, pages: Sequence[str]) -> None:
        super().__init__()
        self.server, self.session, self.pages = server, session, cycle(pages)
        self.read = 0
        self.wrong: list[str] = []

    def step(self) -> None:
        page = next(self.pages)
        try:
            with urlopen(Request(self.server.url + page, headers={"Cookie": f"sessionid={self.session}"})) as answer:
                answer.read()
            self.read += 1
        except OSError as error:
            self.wrong.append(f"{page}: {error}")
        self.done.wait(0.2)


class Archivist(Helper):
    """Requests the club's archive, waits for it, and repeats that after a pause; `wrong` says where one failed."""

    def __init__(self, between: float) -> None:
        super().__init__()
        self.between, self.made, self.wrong = between, 0, ""

    def step(self) -> None:
        job = enqueue("archive", Club.objects.get())
        until(lambda: Job.objects.get(pk=job.pk).finished_at is not None, patience=600)
        job.refresh_from_db()
        if job.state == Job.State.DONE:
            self.made += 1
        else:
            self.wrong = f"an archive was {job.state} after {job.tries} tries: {job.problem}"
        self.done.wait(self.between)
