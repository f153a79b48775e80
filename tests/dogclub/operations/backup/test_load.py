"""Backups while tablets write: each backup is a consistent snapshot with every entry acknowledged before it began."""

import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from clubs.models import Club
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG
from tests.databases import database_of
from tests.factory import a_club, some_players
from tests.faults.scripts import Message, script
from tests.server import Server, an_installation, until

pytestmark = pytest.mark.thorough

SCRIBES, BACKUPS = 8, 2


@dataclass
class Scribe(threading.Thread):
    """A thread that writes whole hands into match after match until `enough` is set.

    `matches` holds each match with the messages of its script, `acknowledged` the ids of the entries written.
    """

    club: Club
    seed: int
    matches: list[tuple[UUID, list[Message]]] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        players = list(self.club.players.order_by("pk")[:5])
        while not self.enough.is_set():
            match = ledger.start(self.club, DIRTY_DOG.key, players)
            messages = script(self.seed + len(self.matches), whole_hands=True)
            self.matches.append((match.pk, messages))
            for version, message in enumerate(messages):
                if not self.enough.is_set():
                    self.write(match.pk, version, message)
        connection.close()

    def write(self, match: UUID, version: int, message: Message) -> None:
        drafts = [Draft(each["kind"], each["number"], each["payload"], id=UUID(each["id"])) for each in message]
        ledger.record(match, drafts, version=version, by=Author(None))
        self.acknowledged += [each["id"] for each in message]


def number_of(scribes: list[Scribe]) -> int:
    """The number of entries acknowledged to all threads."""
    return sum(len(scribe.acknowledged) for scribe in scribes)


def wait_for(scribes: list[Scribe], more: int) -> set[str]:
    """Wait until `more` further entries are acknowledged, and return the ids of all that are."""
    wanted = number_of(scribes) + more
    until(lambda: number_of(scribes) >= wanted or not all(scribe.is_alive() for scribe in scribes))
    return {entry for scribe in scribes for entry in list(scribe.acknowledged)}


def test_copies_made_while_eight_write_are_whole_and_hold_what_was_acknowledged(
    migrated: Server, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    kept: list[tuple[Path, set[str]]] = []
    with django_db_blocker.unblock(), an_installation(migrated, tmp_path / "var") as busy, database_of(busy):
        club = a_club()
        some_players(club, 5)
        scribes = [Scribe(club, seed * 100) for seed in range(SCRIBES)]
        for scribe in scribes:
            scribe.start()
        for number in range(BACKUPS):
            before = wait_for(scribes, 60)
            written = number_of(scribes)
            done = busy.manage("backup", str(tmp_path / f"{number}"))
            assert done.returncode == 0, done.stderr
            assert number_of(scribes) > written  # a backup does not block writers
            kept.append((Path(done.stdout.splitlines()[0]), before))
        for scribe in scribes:
            scribe.enough.set()
        for scribe in scribes:
            scribe.join()
    for number, (file, before) in enumerate(kept):
        with an_installation(migrated, tmp_path / f"installation-{number}") as installation:
            done = installation.manage("restore", str(file))
            assert done.returncode == 0, done.stderr
            with django_db_blocker.unblock(), database_of(installation):
                check_moment(scribes, before)


def check_moment(scribes: list[Scribe], before: set[str]) -> None:
    """Check that the restored database holds every entry of `before`, and of each match the first messages of its
    script, complete and without gaps.
    """
    assert before
    assert before <= {str(pk) for pk in Entry.objects.values_list("pk", flat=True)}
    for pk, messages in (each for scribe in scribes for each in scribe.matches):
        match = Match.objects.filter(pk=pk).first()
        if match is None:
            continue  # begun after the backup
        written = messages[: match.version]
        entries = Entry.objects.filter(match=pk).order_by("number").values_list("pk", flat=True)
        assert [str(entry) for entry in entries] == [draft["id"] for message in written for draft in message]
        assert ledger.rescore(pk, check=True) == []


@pytest.mark.only("sqlite")
def test_a_copy_waits_for_no_writer(migrated: Server, tmp_path: Path) -> None:
    """Another connection holds the write lock throughout; the backup succeeds without its uncommitted changes."""
    with (
        an_installation(migrated, tmp_path / "var") as installation,
        closing(sqlite3.connect(installation.var / "dogclub.sqlite3")) as busy,
    ):
        busy.isolation_level = None
        busy.execute("BEGIN IMMEDIATE")
        busy.execute("CREATE TABLE half_written (x)")
        begun = time.monotonic()
        done = installation.manage("backup", str(tmp_path / "kept"))
        assert done.returncode == 0, done.stderr
        assert time.monotonic() - begun < 60
        busy.execute("ROLLBACK")
