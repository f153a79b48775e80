"""One run of a job: its lease, its single effect, and each way in which it can end."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.files.storage import default_storage
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club, Player
from dogclub.jobs import Work, cancel, enqueue, retry
from dogclub.jobs.run import BROKE_OFF, BROKEN, adopt_lease, claim, run, run_here, send_heartbeat_for_child
from dogclub.jobs.work import Kind, Stopped
from dogclub.models import Job
from tests.dogclub.jobs import doings
from tests.factory import a_club

State = Job.State
AGES = timedelta(minutes=5)


def again(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def had(job: Job, **fields: Any) -> Job:
    Job.objects.filter(pk=job.pk).update(**fields)
    return again(job)


def done_by(kind: Kind, club: Club, **asked: Any) -> Job:
    job = enqueue(kind.key, club, asked=asked)
    run(job.pk)
    return again(job)


def stored() -> list[str]:
    """The names of all files of all jobs."""
    folders, _ = default_storage.listdir("jobs") if default_storage.exists("jobs") else ([], [])
    return [name for folder in folders for name in default_storage.listdir(f"jobs/{folder}")[1]]


def taken(job: Job) -> Work:
    """Claim the job under a lease of its own and return its Work, as a run does."""
    found = claim(job.pk, uuid.uuid4())
    assert found
    assert found.lease
    return Work(found, found.lease, lambda: None)


def test_a_job_is_done_and_says_so(club: Club) -> None:
    job = done_by(doings.PLAIN, club)
    assert (job.state, job.percent, job.tries, job.lease) == (State.DONE, 100, 1, None)
    assert job.result == {"bones": 2}
    assert [(step["label"], step["words"], step["is_done"]) for step in job.steps] == [
        ("Bones counted", "2", True),
        ("Bones buried", "", True),
    ]
    assert Player.objects.count() == 1


def test_told_of_thirty_times_it_is_done_once(club: Club) -> None:
    job = enqueue("test-plain", club)
    for _ in range(30):
        run(job.pk)
    assert (again(job).tries, Player.objects.count()) == (1, 1)


TAKEN = [
    ({"state": State.QUEUED}, 0, True),
    ({"state": State.QUEUED}, 60, False),  # not due yet
    ({"state": State.RUNNING, "beat_at": 0}, 0, False),
    ({"state": State.RUNNING, "beat_at": -20}, 0, False),
    ({"state": State.RUNNING, "beat_at": -40}, 0, True),  # no heartbeat: the lease expired
    ({"state": State.RUNNING, "beat_at": 7200}, 0, True),  # the clock was set back
    ({"state": State.DONE}, 0, False),
    ({"state": State.FAILED}, 0, False),
    ({"state": State.CANCELLED}, 0, False),
]


@pytest.mark.parametrize(("row", "due", "is_taken"), TAKEN)
def test_only_what_is_due_and_nobodys_is_taken(club: Club, row: dict[str, Any], due: int, *, is_taken: bool) -> None:
    now = timezone.now()
    moments = {name: now + timedelta(seconds=value) for name, value in row.items() if name == "beat_at"}
    job = had(enqueue("test-plain", club), **{**row, **moments}, due_at=now + timedelta(seconds=due))
    lease = uuid.uuid4()
    found = claim(job.pk, lease)
    assert (found is not None) is is_taken
    assert (again(job).lease == lease) is is_taken
    assert claim(job.pk, uuid.uuid4()) is None


def test_whoever_starts_a_process_says_that_it_is_alive_until_it_says_so_itself(club: Club) -> None:
    lease = uuid.uuid4()
    job = claim(enqueue("test-apart", club).pk, lease)
    assert job
    for _ in range(2):
        before = job.beat_at
        assert send_heartbeat_for_child(job)
        assert again(job).beat_at == job.beat_at != before
    assert adopt_lease(job.pk, lease)
    beaten = again(job).beat_at
    assert not send_heartbeat_for_child(job)
    assert again(job).beat_at == beaten


def test_nobody_says_so_of_a_run_that_another_has(club: Club) -> None:
    job = claim(enqueue("test-apart", club).pk, uuid.uuid4())
    assert job
    had(job, lease=uuid.uuid4())
    assert not send_heartbeat_for_child(job)


def test_a_run_that_lost_its_lease_has_no_effect(club: Club) -> None:
    job = enqueue("test-plain", club)
    late = taken(job)
    had(job, beat_at=timezone.now() - AGES)
    run(job.pk)
    with pytest.raises(Stopped), late.once():
        doings.write(late)
    assert (again(job).state, again(job).tries, Player.objects.count()) == (State.DONE, 2, 1)


def test_a_lease_lost_in_the_middle_of_the_effect_undoes_it(club: Club) -> None:
    late = taken(enqueue("test-plain", club))
    with pytest.raises(Stopped), late.once():
        doings.write(late)
        had(late.job, lease=uuid.uuid4())
    assert Player.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_long_write_says_how_far_it_is_before_it_shows(settings: Settings, ears: doings.Ears) -> None:
    settings.JOB_BEAT = 0.2
    job = done_by(doings.LONG, a_club())
    assert job.state == State.DONE
    assert job.result["seen"] == [State.RUNNING, 50, "the deep one", 0]
    assert Player.objects.count() == 1


def test_the_effect_and_the_end_are_one(club: Club) -> None:
    job = done_by(doings.WRONG, club)
    assert (job.state, job.problem, Player.objects.count()) == (State.QUEUED, str(BROKEN), 0)


def test_what_breaks_after_the_end_changes_nothing(club: Club) -> None:
    job = done_by(doings.AFTER, club)
    assert (job.state, Player.objects.count(), len(stored())) == (State.DONE, 1, 1)


@time_machine.travel("2026-11-19T20:00Z", tick=False)
def test_what_is_for_later_pauses_longer_each_time_and_ends(club: Club) -> None:
    job, now = enqueue("test-later", club), timezone.now()
    pauses = []
    for _ in range(3):
        run(job.pk)
        pauses.append((again(job).due_at - now).total_seconds())
        had(job, due_at=now)
    assert pauses[:2] == [10, 20]
    assert (again(job).state, again(job).tries) == (State.FAILED, 3)
    assert again(job).problem == "The dog is asleep."


def test_pauses_grow_to_their_longest() -> None:
    pauses = [doings.LATER.pause_after(tries).total_seconds() for tries in (1, 2, 3, 4, 500)]
    assert pauses == [10, 20, 30, 30, 30]


def test_what_cannot_work_is_not_tried_again(club: Club) -> None:
    job = done_by(doings.NEVER, club)
    assert (job.state, job.tries, job.problem) == (State.FAILED, 1, "There is no bone.")


def test_what_is_killed_each_time_is_given_up(club: Club) -> None:
    job = had(enqueue("test-plain", club), state=State.RUNNING, beat_at=timezone.now() - AGES, tries=3)
    run(job.pk)
    assert (again(job).state, again(job).problem, Player.objects.count()) == (State.FAILED, str(BROKE_OFF), 0)


def test_a_job_that_waits_is_cancelled_at_once(club: Club) -> None:
    job = enqueue("test-plain", club)
    assert cancel(job)
    assert not cancel(job)
    run(job.pk)
    assert (again(job).state, Player.objects.count()) == (State.CANCELLED, 0)


def test_a_running_job_is_cancelled_when_it_looks_up(club: Club) -> None:
    job = enqueue("test-plain", club)
    work = taken(job)
    assert cancel(job)
    assert not cancel(job)
    assert again(job).state == State.RUNNING
    with pytest.raises(Stopped):
        work.begin([("Bones", 1)])


def test_what_nobody_works_on_any_more_is_cancelled_at_once(club: Club) -> None:
    job = had(enqueue("test-plain", club), state=State.RUNNING, beat_at=timezone.now() - AGES, lease=uuid.uuid4())
    assert cancel(job)
    assert again(job).state == State.CANCELLED


def test_cancelled_before_another_try_it_is_not_tried(club: Club) -> None:
    stale = {"state": State.RUNNING, "beat_at": timezone.now() - AGES, "cancel_asked_at": timezone.now()}
    job = had(enqueue("test-plain", club), **stale)
    run(job.pk)
    assert (again(job).state, Player.objects.count()) == (State.CANCELLED, 0)


def test_cancelled_while_it_failed_it_is_not_tried_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    job = enqueue("test-later", club)
    doing = doings.later

    def and_called_off(work: Work) -> None:
        cancel(work.job)
        doing(work)

    monkeypatch.setitem(doings.LATER.__dict__, "run", and_called_off)
    run(job.pk)
    assert again(job).state == State.CANCELLED


def test_retried_it_begins_anew(club: Club, ears: doings.Ears) -> None:
    job = done_by(doings.NEVER, club)
    assert retry(job)
    assert not retry(job)
    fresh = again(job)
    assert (fresh.state, fresh.tries, fresh.problem, fresh.steps) == (State.QUEUED, 0, "", [])
    assert not retry(done_by(doings.PLAIN, club))


def test_a_file_shows_when_the_job_is_done(club: Club) -> None:
    job = done_by(doings.FILE, club)
    assert (job.size, job.content_type, job.file_name) == (5000, "text/plain", "Büch des Hundes.txt")
    with default_storage.open(job.file) as file:
        assert file.read() == b"woof " * 1000
    assert len(job.sha256) == 64


def test_the_file_of_a_run_that_broke_is_dropped(club: Club) -> None:
    job = done_by(doings.FILE, club, breaks=True)
    assert (job.state, job.file, stored()) == (State.QUEUED, "", [])


@pytest.mark.django_db(transaction=True)
def test_files_go_with_their_club(ears: doings.Ears) -> None:
    club = Club.objects.create(slug="kennel", name="Kennel")
    done_by(doings.FILE, club)
    assert len(stored()) == 1
    club.delete()
    assert stored() == []


def test_of_a_whisper_no_row_is_left(club: Club) -> None:
    job = enqueue("test-fleeting", club, asked={"secret": "bone"})
    run(job.pk)
    assert not Job.objects.exists()
    assert Player.objects.count() == 1


def test_of_a_whisper_in_vain_the_words_are_forgotten(club: Club) -> None:
    job = done_by(doings.FLEETING_NEVER, club, secret="bone")
    assert (job.state, job.asked) == (State.FAILED, {})
    assert not retry(job)
    called_off = enqueue("test-fleeting", club, asked={"secret": "bone"})
    had(called_off, state=State.RUNNING, beat_at=timezone.now() - AGES, cancel_asked_at=timezone.now())
    run(called_off.pk)
    assert (again(called_off).state, again(called_off).asked) == (State.CANCELLED, {})


def test_a_job_of_an_erased_club_ends_quietly(club: Club) -> None:
    job = enqueue("test-plain", club)
    work = taken(job)
    club.delete()
    with pytest.raises(Stopped):
        doings.plainly(work)
    run_here(job.pk)
    assert not Job.objects.exists()
