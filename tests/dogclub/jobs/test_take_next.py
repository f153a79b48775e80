"""Which of the queued jobs a worker takes."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.models import Club, Player
from dogclub import background, tasks
from dogclub.celery import app
from dogclub.jobs import Queue, enqueue
from dogclub.jobs.queue import send
from dogclub.jobs.take_next import claim_next, next_job, run_by_id, run_taken
from dogclub.models import Job
from tests.dogclub.jobs.doings import Ears
from tests.factory import a_club

pytestmark = pytest.mark.django_db
State = Job.State


def begin_next() -> None:
    Job.objects.update(sent_at=None)  # as without Redis
    job = claim_next(Queue.WORK)
    assert job
    run_taken(job, Queue.WORK)


def states(*jobs: Job) -> list[str]:
    return [Job.objects.get(pk=job.pk).state for job in jobs]


def test_what_somebody_waits_for_overtakes_a_book(club: Club) -> None:
    book = enqueue("test-bulk", club)
    letter = enqueue("test-awaited", club)
    begin_next()
    assert states(book, letter) == [State.QUEUED, State.DONE]


def test_of_equals_the_oldest_is_taken(club: Club) -> None:
    first, second = enqueue("test-plain", club), enqueue("test-plain", club)
    begin_next()
    assert states(first, second) == [State.DONE, State.QUEUED]


def test_a_club_with_nothing_running_comes_before_the_tenth_book_of_another(club: Club) -> None:
    books = [enqueue("test-bulk", club) for _ in range(10)]
    Job.objects.filter(pk=books[0].pk).update(state=State.RUNNING, beat_at=timezone.now())
    other = enqueue("test-bulk", a_club("other"))
    assert next_job(timezone.now()) == other
    other.delete()
    assert next_job(timezone.now()) == books[1]


def test_ten_season_books_of_a_club_hold_up_neither_the_sheets_nor_the_book_of_another(club: Club) -> None:
    """Each of the others is taken next, while the first book is running and nine older ones are queued."""
    other, third = a_club("other"), a_club("third")
    books = [enqueue("season-book", club) for _ in range(10)]
    theirs = [enqueue("season-book", other), enqueue("night-sheets", third)]
    now, taken = timezone.now(), []
    for _ in range(4):
        job = next_job(now)
        assert job
        Job.objects.filter(pk=job.pk).update(state=State.RUNNING, beat_at=now)
        taken.append(job)
    assert taken == [theirs[1], books[0], theirs[0], books[1]]


def test_what_has_waited_for_two_minutes_comes_before_what_is_more_urgent(club: Club) -> None:
    book, letter = enqueue("test-bulk", a_club("other")), enqueue("test-awaited", club)
    now = timezone.now()
    assert next_job(now) == letter
    Job.objects.filter(pk=book.pk).update(due_at=now - timedelta(minutes=2, seconds=1))
    assert next_job(now) == book


def test_a_club_has_two_jobs_running_at_most_and_those_of_a_killed_worker_do_not_count(club: Club) -> None:
    first, second, third = (enqueue("test-plain", club) for _ in range(3))
    now = timezone.now()
    Job.objects.filter(pk__in=[first.pk, second.pk]).update(state=State.RUNNING, beat_at=now)
    assert next_job(now) is None
    Job.objects.filter(pk=first.pk).update(beat_at=now - timedelta(minutes=1))
    assert next_job(now) == first
    first.delete()
    assert next_job(now) == third


def test_what_is_due_later_waits(club: Club) -> None:
    job = enqueue("test-awaited", club)
    assert next_job(timezone.now() - timedelta(hours=1)) is None
    assert next_job(timezone.now()) == job


def test_a_worker_does_one_piece_of_bulk_work_at_a_time(club: Club) -> None:
    """While the first book is made, the other thread puts the second off."""
    first, second = enqueue("test-bulk", club), enqueue("test-bulk", a_club("other"))
    run_by_id(first.pk)
    assert states(first, second) == [State.DONE, State.QUEUED]
    assert next_job(timezone.now(), untold=True) == second
    run_by_id(second.pk)
    assert states(second) == [State.DONE]


def test_a_task_runs_the_job_it_names_unless_its_club_has_its_share(club: Club) -> None:
    """What was put off is chosen as without Redis, when a job of its club has ended."""
    first, second, third, fourth = (enqueue("test-plain", club) for _ in range(4))
    run_by_id(second.pk)
    assert states(first, second) == [State.QUEUED, State.DONE]
    Job.objects.filter(pk__in=[first.pk, third.pk]).update(state=State.RUNNING, beat_at=timezone.now())
    other = enqueue("test-plain", a_club("other"))
    run_by_id(fourth.pk)
    assert states(fourth) == [State.QUEUED]
    run_by_id(other.pk)
    assert states(other) == [State.DONE]
    assert next_job(timezone.now(), untold=True) is None
    Job.objects.filter(pk=first.pk).update(state=State.DONE)
    assert next_job(timezone.now(), untold=True) == fourth


def test_nothing_waits_and_nothing_happens() -> None:
    run_by_id(uuid4())
    assert claim_next(Queue.WORK) is None


def test_a_task_has_the_queue_the_priority_and_the_limits_of_its_kind(club: Club, ears: Ears) -> None:
    """One that has waited for two minutes is sent before what is more urgent."""
    sent: list[dict[str, object]] = []
    for kind in ("test-mail", "test-awaited", "test-bulk", "test-brief", "test-bulk"):
        job = enqueue(kind, club)
        if len(sent) == 4:
            Job.objects.filter(pk=job.pk).update(due_at=timezone.now() - timedelta(minutes=3))
        send(job.pk)
        sent.append(ears.options[str(job.pk)])
    told = [(each["queue"], each["priority"], each["soft_time_limit"], each["time_limit"]) for each in sent]
    hour = (3600, 3660)
    assert told == [
        ("mail", 3, *hour),
        ("work", 0, *hour),
        ("work", 6, *hour),
        ("work", 3, 60, 120),
        ("work", 0, *hour),
    ]


def test_what_celery_ends_by_its_soft_limit_has_failed_for_good(club: Club) -> None:
    job = enqueue("test-wrong", club)
    run_by_id(job.pk, (ZeroDivisionError,))
    row = Job.objects.get(pk=job.pk)
    assert (row.state, row.tries, row.problem) == (State.FAILED, 1, "It took longer than 60 minutes, and was ended.")
    assert not Player.objects.exists()


def test_what_recurs_is_a_task_of_celery_that_is_due_at_once() -> None:
    assert app.conf.beat_schedule.keys() == {each.name for each in background.rounds()}
    entry = app.conf.beat_schedule["Asking for a backup"]
    assert (entry["task"], entry["args"], entry["schedule"]) == (tasks.run_round.name, ["Asking for a backup"], 60)
    tasks.run_round("Clearing away old jobs")
