"""Emails at the end of a job, only to the user who asked for one."""

import pytest
from django.core import mail

from clubs.models import Club, Role, User
from dogclub.jobs import cancel, enqueue
from dogclub.jobs.run import run
from dogclub.jobs.work import Kind
from dogclub.models import Job
from tests.dogclub.jobs import doings
from tests.dogclub.jobs.test_running import again
from tests.factory import a_member


@pytest.fixture
def member(club: Club) -> User:
    return a_member(club, Role.MEMBER)


def run_job(kind: Kind, club: Club, by: User | None, *, wants_mail: bool = True) -> Job:
    job = enqueue(kind.key, club, by, wants_mail=wants_mail)
    run(job.pk)
    return again(job)


def test_an_email_says_that_it_is_done_and_where(club: Club, member: User) -> None:
    job = run_job(doings.PLAIN, club, member)
    (email,) = mail.outbox
    assert email.to == [member.email]
    assert email.subject == "Dog Club: Counting bones is ready"
    assert f"http://localhost:8000/c/kennel/jobs/{job.pk}/" in email.body


def test_an_email_says_why_it_did_not_work(club: Club, member: User) -> None:
    run_job(doings.NEVER, club, member)
    (email,) = mail.outbox
    assert email.subject == "Dog Club: Looking for a bone failed"
    assert "There is no bone." in email.body


@pytest.mark.parametrize("kind", [doings.PLAIN, doings.NEVER, doings.LATER])
def test_nobody_else_is_written_to(club: Club, member: User, kind: Kind) -> None:
    run_job(kind, club, member, wants_mail=False)
    run_job(kind, club, None)
    assert mail.outbox == []


def test_nothing_is_written_before_the_last_try_or_about_what_was_called_off(club: Club, member: User) -> None:
    run_job(doings.LATER, club, member)
    job = enqueue("test-plain", club, member, wants_mail=True)
    cancel(job)
    run(job.pk)
    assert mail.outbox == []


def test_an_email_that_breaks_does_not_break_the_work(
    club: Club, member: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dogclub.jobs.queue.render_to_string", doings.never)
    assert run_job(doings.PLAIN, club, member).state == Job.State.DONE
    assert "could not be written" in caplog.text
