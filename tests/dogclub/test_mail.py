"""Sending email: a job written with the page's transaction, run after it, and deleted whatever its result."""

from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives, send_mail
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from dogclub.jobs import Queue
from dogclub.jobs.run import run
from dogclub.jobs.take_next import claim_next, run_taken
from dogclub.models import Job
from dogclub.notify import mail as club_mail
from tests.dogclub.jobs.doings import EARS, Ears

LOCMEM = "django.core.mail.backends.locmem.EmailBackend"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def ears(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Ears:
    """A queue that records what it is sent; emails go to the outbox of Django's tests."""
    settings.EMAIL_BACKEND = "dogclub.notify.mail.QueuedMail"
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    monkeypatch.setattr(club_mail, "SMTP", LOCMEM)
    EARS.told, EARS.is_deaf = [], False
    return EARS


def letter() -> EmailMultiAlternatives:
    written = EmailMultiAlternatives("Woof", "Grüße 🐕", "Club <club@dogs.example>", ["otto@dogs.example"])
    written.attach_alternative("<p>Grüße</p>", "text/html")
    written.extra_headers["X-Dog"] = "yes"
    return written


def refuse(monkeypatch: pytest.MonkeyPatch, *errors: Exception) -> None:
    """Make sending fail once with each of the errors, and succeed afterwards."""
    waiting, send = list(errors), EmailMultiAlternatives.send

    def answer(self: EmailMultiAlternatives, *arguments: Any, **options: Any) -> int:
        if waiting:
            raise waiting.pop(0)
        return send(self, *arguments, **options)

    monkeypatch.setattr(EmailMultiAlternatives, "send", answer)


def test_a_letter_survives_being_packed() -> None:
    before = letter()
    after = club_mail.unpacked(club_mail.packed(before))
    assert after.message().as_string().split("\n\n", 1)[0].count("X-Dog: yes") == 1
    for name in (*club_mail.FIELDS, "alternatives", "extra_headers"):
        assert getattr(after, name) == getattr(before, name)


def test_delivered_it_leaves_no_trace(ears: Ears) -> None:
    club_mail.post(letter())
    job = Job.objects.get()
    assert ears.told == [str(job.pk)]
    assert mail.outbox == []
    run(job.pk)
    assert [sent.subject for sent in mail.outbox] == ["Woof"]
    assert not Job.objects.exists()
    run(job.pk)
    assert len(mail.outbox) == 1


def test_it_is_queued_when_the_page_has_committed(ears: Ears) -> None:
    with transaction.atomic():
        assert send_mail("Woof", "", None, ["otto@dogs.example"]) == 1
        assert ears.told == []
    assert len(ears.told) == 1


def test_it_is_not_sent_for_a_page_that_failed(ears: Ears) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        send_mail("Woof", "", None, ["otto@dogs.example"])
        raise ZeroDivisionError
    assert ears.told == []
    assert not Job.objects.exists()


def test_no_page_waits_for_the_mail_server_when_the_queue_is_down(ears: Ears) -> None:
    ears.is_deaf = True
    club_mail.post(letter())
    assert mail.outbox == []
    job = claim_next(Queue.MAIL)  # as the thread for mail does
    assert job
    run_taken(job, Queue.MAIL)
    assert [sent.subject for sent in mail.outbox] == ["Woof"]
    assert not Job.objects.exists()


def test_with_the_mail_server_down_as_well_it_waits(ears: Ears, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, ConnectionRefusedError())
    ears.is_deaf = True
    club_mail.post(letter())
    job = Job.objects.get()
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem) == (
        Job.State.QUEUED,
        "The mail server did not take it: ConnectionRefusedError.",
    )
    ears.is_deaf = False
    Job.objects.update(due_at=timezone.now())
    run(job.pk)
    assert len(mail.outbox) == 1


def test_given_up_nothing_of_it_is_kept(ears: Ears, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = club_mail.MAIL.tries
    refuse(monkeypatch, *(SMTPRecipientsRefused({"otto@dogs.example": (550, b"no")}) for _ in range(tries)))
    club_mail.post(letter())
    job = Job.objects.get()
    for _ in range(tries):
        Job.objects.update(due_at=timezone.now())
        run(job.pk)
    (left,) = Job.objects.values()
    assert (left["state"], left["tries"]) == (Job.State.FAILED, tries)
    assert [word for word in ("otto", "Woof", "Grüße") if word in str(left)] == []


def test_a_letter_with_an_attachment_goes_straight_out(ears: Ears) -> None:
    heavy = letter()
    heavy.attach("sheet.pdf", b"%PDF", "application/pdf")
    club_mail.post(heavy)
    assert ears.told == []
    assert not Job.objects.exists()
    assert len(mail.outbox) == 1


def test_a_queue_that_breaks_does_not_break_the_page(
    ears: Ears, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def torn(*_: object, **_options: object) -> None:
        raise ValueError("half a file")

    monkeypatch.setattr(ears, "send_task", torn)
    club_mail.QueuedMail().send_messages([letter()])
    assert "half a file" in caplog.text
    assert Job.objects.filter(kind="mail", state=Job.State.QUEUED).count() == 1
