"""The threads of a worker: nobody’s hanging receivers, mail server or files hold up those of others."""

import threading
from collections.abc import Iterator
from threading import Semaphore
from unittest import mock

import pytest
from django.db import transaction
from django_guid import clear_guid, set_guid
from pytest_django.fixtures import Settings

from clubs.models import Club
from dogclub import tasks
from dogclub.jobs import Queue, enqueue, queue, take_next
from dogclub.models import Job
from tests.dogclub.jobs import doings
from tests.factory import a_club
from tests.server import until

pytestmark = pytest.mark.django_db(transaction=True)
State = Job.State


@pytest.fixture
def free(settings: Settings) -> Iterator[dict[Queue, Semaphore]]:
    """The free threads of a worker without Redis; after the test those still running are let go and awaited."""
    settings.JOB_QUEUE = ""
    doings.GATE.clear()
    each = {queue: Semaphore(number) for queue, number in take_next.THREADS.items()}
    yield each
    doings.GATE.set()
    until(lambda: all(not thread.name.startswith("job of") for thread in threading.enumerate()))


def states(club: Club, kind: str) -> list[str]:
    return sorted(Job.objects.filter(club=club, kind=kind).values_list("state", flat=True))


def work_goes_on(free: dict[Queue, Semaphore]) -> int:
    """Start what is due and return the number of jobs that wait or were not waiting for the gate."""
    take_next.start_due(free)
    return Job.objects.exclude(kind__startswith="test-hangs").exclude(state=State.DONE).count()


def test_ten_hanging_receivers_hold_up_no_mail_no_receiver_and_no_archive_of_others(
    free: dict[Queue, Semaphore],
) -> None:
    """A regression test: the archive of another club waited for five minutes, a sign-in code for twenty seconds."""
    one, other = a_club("one"), a_club("other")
    for _ in range(10):
        enqueue("test-hangs-outside", one)
    take_next.start_due(free)
    for kind in ("test-mail", "test-outside", "test-archive", "test-numbered"):
        enqueue(kind, other)
    until(lambda: work_goes_on(free) == 0)
    assert states(one, "test-hangs-outside") == [State.QUEUED] * 8 + [State.RUNNING] * 2


def test_a_club_never_holds_all_threads(free: dict[Queue, Semaphore]) -> None:
    one, other = a_club("one"), a_club("other")
    for _ in range(5):
        enqueue("test-hangs", one)
    take_next.start_due(free)
    enqueue("test-plain", other)
    until(lambda: work_goes_on(free) == 0)
    assert states(one, "test-hangs") == [State.QUEUED] * 3 + [State.RUNNING] * 2
    doings.GATE.set()
    until(lambda: states(one, "test-hangs").count(State.RUNNING) == 0)
    take_next.start_due(free)
    until(lambda: states(one, "test-hangs").count(State.DONE) >= 4)


def test_without_redis_the_worker_of_the_process_is_woken_and_only_the_row_is_written(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_QUEUE = ""
    monkeypatch.setattr(queue, "_news", threading.Event())
    with transaction.atomic():
        job = enqueue("test-plain", a_club())
        assert not queue._news.is_set()
    assert queue._news.is_set()
    assert Job.objects.get(pk=job.pk).sent_at is None


def test_what_a_request_asked_for_is_done_under_its_number_by_threads_too(
    free: dict[Queue, Semaphore],
) -> None:
    set_guid("0123456789abcdef0123456789abcdef")
    job = enqueue("test-numbered", a_club())
    clear_guid()
    take_next.start_due(free)
    until(lambda: Job.objects.get(pk=job.pk).state == State.DONE)
    assert Job.objects.get(pk=job.pk).result == {"number": "0123456789abcdef0123456789abcdef"}


@pytest.mark.parametrize(("concurrency", "slots", "share"), [(20, 3, 2), (8, 3, 2), (6, 2, 1), (3, 1, 1), (1, 1, 1)])
def test_a_worker_of_celery_leaves_threads_to_other_queues_and_other_clubs(
    monkeypatch: pytest.MonkeyPatch, concurrency: int, slots: int, share: int
) -> None:
    shares, free = dict(take_next.SHARES), {each: Semaphore(n) for each, n in take_next.THREADS.items()}
    monkeypatch.setattr(tasks, "SHARES", shares)
    monkeypatch.setattr(tasks, "SLOTS", free)
    tasks.share_threads(mock.Mock(concurrency=concurrency))
    for each in (Queue.NETWORK, Queue.WORK):
        assert [free[each].acquire(blocking=False) for _ in range(slots + 1)] == [True] * slots + [False]
        assert shares[each] == share
    assert free[Queue.MAIL].acquire(blocking=False)
