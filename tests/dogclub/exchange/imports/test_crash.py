"""The process that writes an import is killed repeatedly: nothing is half written, and the import is written once."""

import subprocess
import time
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from clubs.models import Night, Player
from dogclub import jobs
from dogclub.jobs.run import run_here
from dogclub.models import ImportBatch, Job
from games.consequences.follow import rebuild
from games.models import CallOut, Entry, Match, Seat, Tally
from leagues.models import Award, Rating
from tests.databases import database_of
from tests.dogclub.exchange.imports.files import chosen, records
from tests.dogclub.exchange.imports.test_writing import every_game
from tests.factory import a_club, some_players
from tests.server import Server, until

pytestmark = pytest.mark.thorough

DAYS = 16
MOMENTS = ((1, 0.0), (65, 0.0), (65, 0.3))  # kill at this percentage, after so many seconds
WRITTEN = (Match, Seat, Entry, Tally, CallOut, Award, Rating, Night)


@pytest.mark.django_db(transaction=True)
def test_killed_while_it_writes_an_import_is_whole_in_the_end(
    stopped_server: Server, settings: Settings, django_db_blocker: DjangoDbBlocker
) -> None:
    settings.MEDIA_ROOT = stopped_server.var / "files"
    with django_db_blocker.unblock(), database_of(stopped_server):
        club = a_club("killed")
        some_players(club)
        days = [timezone.localdate() - timedelta(days=7 * number) for number in range(1, DAYS)]
        row = chosen(club, b"\n".join(records(*every_game(), day=str(day)) for day in days), "old.jsonl")
        row.state = ImportBatch.State.WRITING
        row.writing = jobs.enqueue("write-import", club, None, {"import": str(row.pk)})
        row.save()
        games = len(row.found["matches"])
        for percent, later in MOMENTS:
            kill(stopped_server, row.writing, percent, later)
            row.refresh_from_db()
            if row.state == ImportBatch.State.DONE:
                break
            assert [model._base_manager.count() for model in WRITTEN] == [0] * len(WRITTEN)
        run_here(row.writing.pk)
        run_here(row.writing.pk)
        row.refresh_from_db()
        assert (row.state, Match.objects.count()) == (ImportBatch.State.DONE, games)
        assert Player.objects.filter(club=club).count() == 5
        assert rebuild(club, check=True) == []


def kill(server: Server, job: Job, percent: int, later: float) -> None:
    """Run the job in a process and kill it `later` seconds after it reached this percentage."""
    child = subprocess.Popen(server.command("job", str(job.pk)), env=server.environment)

    def is_there() -> bool:
        job.refresh_from_db()
        return child.poll() is not None or (job.state == Job.State.RUNNING and job.percent >= percent)

    until(is_there)
    time.sleep(later)
    child.kill()
    child.wait()
    missed(job)


def missed(job: Job) -> None:
    """Make the job look as if its run had sent no heartbeat for five minutes."""
    connections["default"].close()
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(
        beat_at=timezone.now() - timedelta(minutes=5), percent=0, tries=0
    )
