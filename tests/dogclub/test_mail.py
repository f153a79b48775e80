"""Mail on its way: packed for the queue, after the commit, and straight out when it cannot be queued."""

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives, send_mail
from django.db import transaction
from kombu.exceptions import OperationalError
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks, Settings

from dogclub import mail as club_mail

LOCMEM = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def queued(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """What was handed to the queue; the mail server is Django's box for tests."""
    handed: list[dict[str, object]] = []
    settings.EMAIL_BACKEND = "dogclub.mail.QueuedMail"
    monkeypatch.setattr(club_mail, "SMTP", LOCMEM)
    monkeypatch.setattr(club_mail.send, "delay", handed.append)
    return handed


def letter() -> EmailMultiAlternatives:
    written = EmailMultiAlternatives("Woof", "Grüße 🐕", "Club <club@dogs.example>", ["otto@dogs.example"])
    written.attach_alternative("<p>Grüße</p>", "text/html")
    written.extra_headers["X-Dog"] = "yes"
    return written


def test_a_letter_survives_the_queue(queued: list[dict[str, object]]) -> None:
    before = letter()
    after = club_mail.unpacked(club_mail.packed(before))
    assert after.message().as_string().split("\n\n", 1)[0].count("X-Dog: yes") == 1
    for name in (*club_mail.FIELDS, "alternatives", "extra_headers"):
        assert getattr(after, name) == getattr(before, name)


def test_delivering_sends_it(queued: list[dict[str, object]]) -> None:
    club_mail.deliver(club_mail.packed(letter()))
    assert [sent.subject for sent in mail.outbox] == ["Woof"]


@pytest.mark.django_db
def test_it_is_queued_when_the_page_has_committed(
    queued: list[dict[str, object]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        assert send_mail("Woof", "", None, ["otto@dogs.example"]) == 1
        assert queued == []
    assert [each["to"] for each in queued] == [["otto@dogs.example"]]


@pytest.mark.django_db
def test_it_is_not_sent_for_a_page_that_failed(
    queued: list[dict[str, object]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ZeroDivisionError), transaction.atomic():
        send_mail("Woof", "", None, ["otto@dogs.example"])
        raise ZeroDivisionError
    assert queued == []


def test_it_goes_straight_out_when_the_queue_is_down(
    queued: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(fields: object) -> None:
        raise OperationalError("no redis")

    monkeypatch.setattr(club_mail.send, "delay", down)
    club_mail.post(letter())
    assert [sent.subject for sent in mail.outbox] == ["Woof"]


def test_a_letter_with_an_attachment_is_not_queued(queued: list[dict[str, object]]) -> None:
    heavy = letter()
    heavy.attach("sheet.pdf", b"%PDF", "application/pdf")
    club_mail.post(heavy)
    assert queued == []
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_a_queue_that_breaks_does_not_break_the_page(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def torn(fields: object) -> None:
        raise ValueError("half a file")

    monkeypatch.setattr(club_mail.send, "delay", torn)
    club_mail.QueuedMail().send_messages([letter()])
    assert "half a file" in caplog.text
