"""An archive is a snapshot of one point in time, and succeeds at the first try while entries are written."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from pytest_django import DjangoDbBlocker

from clubs.models import Club
from dogclub.jobs import Work, enqueue, run
from dogclub.jobs.run import run_here
from dogclub.models import Job
from games import ledger
from games.ledger import Author, Draft
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG
from tests.databases import database_of
from tests.dogclub.exchange.archive.whole import cover_of
from tests.factory import a_club, some_players
from tests.faults.scripts import script
from tests.server import Server, an_installation, until


def write(match: UUID, version: int) -> None:
    message = script(76, whole_hands=False)[version]
    drafts = [Draft(each["kind"], each["number"], each["payload"]) for each in message]
    ledger.record(match, drafts, version=version, by=Author(None, "a test"))


def write_and_start_another(match: UUID) -> None:
    club = Club.objects.get()
    write(match, Match.objects.get(pk=match).version)
    ledger.start(club, DIRTY_DOG.key, list(club.players.all()))
    until(lambda: Job.objects.get().percent > 0)  # written by the heartbeat
    connection.close()


def test_an_archive_is_of_one_moment_while_entries_are_written(
    migrated: Server, tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "TICK", 0.01)
    told = Work.move

    def move(work: Work, done: int, of: int, now: str = "") -> None:
        told(work, done, of, now)
        with ThreadPoolExecutor(1) as tablet:
            tablet.submit(write_and_start_another, match.pk).result()

    monkeypatch.setattr(Work, "move", move)
    with (
        an_installation(migrated, tmp_path / "var") as installation,
        django_db_blocker.unblock(),
        database_of(installation),
    ):
        match = ledger.start(club := a_club(), DIRTY_DOG.key, some_players(club, 5))
        write(match.pk, 0)
        job = enqueue("archive", club)
        run_here(job.pk)
        job.refresh_from_db()
        assert (job.state, job.tries, job.problem) == (Job.State.DONE, 1, "")
        with default_storage.open(job.file) as file:
            counts = cover_of(file.read()).counts
        assert (counts["matches"], counts["entries"]) == (1, 1)
        assert Match.objects.count() == Entry.objects.count() == 3  # none had to wait for the archive
