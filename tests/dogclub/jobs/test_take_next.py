"""Which of the queued jobs a worker takes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from dogclub.jobs import enqueue
from dogclub.jobs.worker.take_next import next_job, take_next
from dogclub.models import Job
from tests.dogclub.jobs.doings import Ears
from tests.factory import a_club

pytestmark = pytest.mark.django_db
State = Job.State


def states(*jobs: Job) -> list[str]:
    return [Job.objects.get(pk=job.pk).state for job in jobs]


def test_what_somebody_waits_for_overtakes_a_book(club: Club) -> None:
    book = enqueue("test-bulk", club)
    letter = enqueue("test-awaited", club)
    take_next()
    assert states(book, letter) == [State.QUEUED, State.DONE]


def test_of_equals_the_oldest_is_taken(club: Club) -> None:
    first, second = enqueue("test-plain", club), enqueue("test-plain", club)
    take_next()
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


def test_a_worker_does_one_piece_of_bulk_work_at_a_time(club: Club, ears: Ears) -> None:
    """While the first book is made, the other thread leaves the second; when it is done, the second is sent to the
    queue.
    """
    first, second = enqueue("test-bulk", club), enqueue("test-bulk", a_club("other"))
    take_next()
    assert states(first, second) == [State.DONE, State.QUEUED]
    assert ears.told == [str(second.pk)]
    take_next()
    assert states(second) == [State.DONE]


def test_nothing_waits_and_nothing_happens() -> None:
    take_next()
