"""A worker of Celery finds jobs for which no message comes; jobs that ended long ago are deleted."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from clubs.models import Club
from dogclub import background
from dogclub.celery import app
from dogclub.jobs import Queue, enqueue
from dogclub.jobs.run import run
from dogclub.jobs.take_next import clear_away, next_job
from dogclub.models import Job
from tests.dogclub.jobs import doings
from tests.dogclub.jobs.test_running import again, done_by, had, stored
from tests.factory import a_club

State = Job.State

SWEPT = [
    ({"state": State.QUEUED}, True),  # never sent to the queue
    ({"state": State.QUEUED, "sent_at": -5}, False),
    ({"state": State.QUEUED, "sent_at": -70}, True),  # lost by Redis
    ({"state": State.QUEUED, "sent_at": 7200}, True),  # the clock was set back
    ({"state": State.QUEUED, "due_at": 30}, False),
    ({"state": State.RUNNING, "beat_at": -5}, False),
    ({"state": State.RUNNING, "beat_at": -40}, True),  # killed
    ({"state": State.RUNNING, "beat_at": -40, "sent_at": -5}, False),  # killed, and sent again already
    ({"state": State.DONE}, False),
    ({"state": State.FAILED}, False),
    ({"state": State.CANCELLED}, False),
]


@pytest.mark.parametrize(("row", "is_begun"), SWEPT)
def test_only_what_no_message_is_under_way_for_is_begun_without(
    club: Club, row: dict[str, Any], *, is_begun: bool
) -> None:
    now = timezone.now()
    moments = {key: now + timedelta(seconds=value) for key, value in row.items() if key != "state"}
    job = had(enqueue("test-plain", club), **{**row, **moments})
    assert next_job(timezone.now(), Queue.WORK, untold=True) == (job if is_begun else None)


@pytest.mark.django_db(transaction=True)
def test_the_queue_hears_of_it_after_the_commit(ears: doings.Ears) -> None:
    job = enqueue("test-plain", a_club())
    assert ears.told == [str(job.pk)]
    assert again(job).sent_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_queue_out_of_reach_loses_nothing(ears: doings.Ears) -> None:
    ears.is_deaf = True
    job = enqueue("test-plain", a_club())
    assert (ears.told, again(job).sent_at) == ([], None)
    assert next_job(timezone.now(), Queue.WORK, untold=True) == job


def test_a_worker_of_celery_that_gives_up_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[BaseException] = [ValueError("half a message"), SystemExit(), KeyboardInterrupt()]

    class Controller:
        def __init__(self, **_options: object) -> None:
            pass

        def start(self) -> None:
            raise ends.pop(0)

    monkeypatch.setattr(app, "WorkController", Controller)
    with override_settings(JOB_SWEEP=0), pytest.raises(KeyboardInterrupt):
        background.work_through_redis()
    assert ends == []


def test_a_claim_takes_the_mark_away_so_that_a_killed_run_is_told_of_at_once(club: Club, ears: doings.Ears) -> None:
    job = had(enqueue("test-later", club), sent_at=timezone.now())
    run(job.pk)
    assert again(job).sent_at is None


def test_what_became_of_a_webhook_goes_after_a_month_as_every_job(club: Club) -> None:
    attempt = had(enqueue("hook", club), state=State.FAILED, finished_at=timezone.now() - timedelta(days=31))
    had(enqueue("hook", club), state=State.DONE, finished_at=timezone.now() - timedelta(days=29))
    assert clear_away() == 1
    assert not Job.objects.filter(pk=attempt.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_what_was_over_a_month_ago_goes_with_its_file(ears: doings.Ears) -> None:
    club = a_club()
    old, young = done_by(doings.FILE, club), done_by(doings.FILE, club)
    had(old, finished_at=timezone.now() - timedelta(days=31))
    assert clear_away() == 1
    assert list(Job.objects.all()) == [young]
    assert stored() == [young.file.rsplit("/", 1)[1]]
