"""Delivery status reports: reminders stop, the member sees why, and can confirm the address again."""

import io
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils.crypto import get_random_string
from pytest_django.fixtures import Settings

from clubs.models import Club, Membership, Night, Role
from dogclub.models import RefusedAddress, Reminder
from dogclub.notify.reminders.delivery import LARGEST_REPORT, Outcome, take
from tests.dogclub.notify.reminders.post_office import Letters, a_reader, later, look
from tests.factory import a_member

pytestmark = pytest.mark.django_db
EVE = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
START = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
SAID = "smtp; 550 5.1.1 <sam@kennel.example>: no such\r\n    mailbox here"


@pytest.fixture
def sam(kennel: Club, settings: Settings) -> Membership:
    Club.objects.update(time_zone="Europe/London")
    settings.BOUNCE_ADDRESS = "bounces@mail.club.example"
    a_member(kennel, Role.OWNER)
    Night.objects.create(club=kennel, starts_at=START)
    return a_reader(kennel, "Sam Kettle", night=True)


def report(
    to: str, original: str, action: str = "failed", status: str = "5.1.1", said: str = SAID, kind: str = "rfc822"
) -> bytes:
    """A delivery status report as a mail server sends it: text, machine-readable fields and the returned email."""
    returned = {
        "rfc822": f"Content-Type: message/rfc822\r\n\r\n{original}\r\n\r\nAre you coming?",
        "headers": f"Content-Type: text/rfc822-headers\r\n\r\n{original}",
        "nothing": "Content-Type: text/plain\r\n\r\nThe email was not kept.",
    }[kind]
    return f"""From: MAILER-DAEMON@mx.example
To: {to}
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary="cut"
MIME-Version: 1.0

--cut
Content-Type: text/plain

I could not deliver your message.

--cut
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Wed, 25 Nov 2026 10:00:02 +0000

Final-Recipient: rfc822; sam@kennel.example
Action: {action}
Status: {status}
Diagnostic-Code: {said}

--cut
{returned}

--cut--
""".replace("\r\n", "\n").encode()


def sent(letters: Letters) -> tuple[str, str]:
    """Envelope sender and headers of the one reminder that was received."""
    assert look(EVE) == 1
    (sender,) = letters.senders
    (letter,) = letters.came
    return str(sender), f"From: {letter['From']}\r\nMessage-ID: {letter['Message-ID']}\r\nSubject: {letter['Subject']}"


def page_of(sam: Membership) -> str:
    client = Client()
    client.force_login(sam.user)
    return " ".join(client.get(f"/c/{sam.club.slug}/reminders/").content.decode().split())


def test_the_envelope_says_which_reminder_it_was_and_people_see_the_usual_sender(
    letters: Letters, sam: Membership, settings: Settings
) -> None:
    sender, headers = sent(letters)
    assert re.fullmatch(r"bounces\+\d+-\d+-[0-9a-f]{16}@mail\.club\.example", sender)
    assert f"From: {settings.DEFAULT_FROM_EMAIL}" in headers
    assert "kennel.example" not in sender


def test_a_report_stops_reminders_until_the_address_is_confirmed_again(letters: Letters, sam: Membership) -> None:
    sender, headers = sent(letters)
    assert take(report(sender, headers)) == Outcome.REFUSED
    assert take(report(sender, headers, said="smtp; 550 again")) == Outcome.KNOWN
    row = RefusedAddress.objects.get()
    assert (row.address.user, row.why) == (sam.user, "550 5.1.1 <sam@kennel.example>: no such mailbox here")
    assert look(later(EVE, 5)) == 0
    assert "“550 5.1.1 &lt;sam@kennel.example&gt;: no such mailbox here”" in page_of(sam)
    client = Client()
    client.force_login(sam.user)
    client.post(f"/c/{sam.club.slug}/reminders/", {"do": "check"})
    link = re.search(r"https://club\.example(/reminders/address/\S+)", str(mail.outbox[0].body))
    assert link
    client.post(link[1])
    assert "refuses" not in page_of(sam)
    assert take(report(sender, headers)) == Outcome.KNOWN
    assert look(later(EVE, 10)) == 1  # sent again, as the first is known not to have arrived
    assert len(letters.came) == 2


def test_a_program_of_the_member_reads_why(letters: Letters, sam: Membership) -> None:
    take(report(*sent(letters)))
    client = Client()
    client.force_login(sam.user)
    mine = client.get(f"/api/v1/clubs/{sam.club.slug}/emails/mine").json()
    assert mine["refused"] == "550 5.1.1 <sam@kennel.example>: no such mailbox here"


@pytest.mark.parametrize("kind", ["rfc822", "headers"])
def test_where_the_sender_was_rewritten_the_email_that_comes_back_says_which_it_was(
    letters: Letters, sam: Membership, settings: Settings, kind: str
) -> None:
    settings.BOUNCE_ADDRESS = ""
    sender, headers = sent(letters)
    assert sender == "dogclub@localhost"
    assert take(report("club@gmail.example", headers, kind=kind)) == Outcome.REFUSED


def test_a_server_that_sends_nothing_back_is_known_by_the_sender_in_any_letters(
    letters: Letters, sam: Membership
) -> None:
    sender, _ = sent(letters)
    assert take(report(sender.upper(), "", kind="nothing")) == Outcome.REFUSED


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("failed", "4.2.2"), ("relayed", "2.0.0")])
def test_what_may_still_arrive_changes_nothing(letters: Letters, sam: Membership, action: str, status: str) -> None:
    sender, headers = sent(letters)
    assert take(report(sender, headers, action, status)) == Outcome.PASSING
    assert not RefusedAddress.objects.exists()
    assert Reminder.objects.get().sent_at


def test_nobody_else_can_have_an_address_refused(letters: Letters, sam: Membership) -> None:
    sender, headers = sent(letters)
    other = EmailAddress.objects.exclude(user=sam.user).first() or EmailAddress.objects.get()
    forged = re.sub(r"\+\d+-", f"+{other.pk + 1}-", sender)
    assert take(report(forged, "")) == Outcome.NOT_OURS
    assert (
        take(report("club@example.org", "Message-ID: <reminder-1-1-0123456789abcdef@club.example>")) == Outcome.NOT_OURS
    )
    answer = f"From: sam@kennel.example\nTo: {sender}\n\nI am away until Friday. Message-ID: {headers}".encode()
    assert take(answer) == Outcome.NO_REPORT
    assert not RefusedAddress.objects.exists()


def test_a_key_of_before_still_counts(letters: Letters, sam: Membership, settings: Settings) -> None:
    sender, headers = sent(letters)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = get_random_string(50)
    assert take(report(sender, headers)) == Outcome.REFUSED


def test_an_address_that_was_taken_away_needs_nothing(letters: Letters, sam: Membership) -> None:
    sender, headers = sent(letters)
    EmailAddress.objects.filter(user=sam.user).delete()
    assert take(report(sender, headers)) == Outcome.KNOWN


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"\x00\xff\xfe",
        b"Content-Type: message/delivery-status\n\n",
        b"Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\nAction: failed",
        b"Content-Type: message/delivery-status\n\nA: b\n\nAction:\xe2\x80\xae failed\nStatus: \xff5\n",
    ],
)
def test_nonsense_changes_nothing(nonsense: bytes) -> None:
    assert take(nonsense) in (Outcome.NO_REPORT, Outcome.NOT_OURS)


@pytest.mark.parametrize(
    "nested", [b"Content-Type: message/rfc822\n\n", b"Content-Type: multipart/x; boundary=x\n\n--x\n"]
)
def test_three_thousand_mails_in_each_other_change_nothing_and_stop_no_other(
    letters: Letters, sam: Membership, tmp_path: Path, capsys: pytest.CaptureFixture[str], nested: bytes
) -> None:
    """A regression test: anybody could send one, and no report after it was read any more."""
    files = [tmp_path / name for name in ("hostile", "missing", "report")]
    files[0].write_bytes(nested * 3000)
    files[2].write_bytes(report(*sent(letters)))
    with pytest.raises(CommandError, match="Files that could not be opened: 1"):
        call_command("bounces", *map(str, files))
    said = capsys.readouterr().out
    assert f"{files[0]}: {Outcome.UNREADABLE}" in said or f"{files[0]}: {Outcome.NO_REPORT}" in said
    assert f"{files[1]}: No such file or directory." in said
    assert f"{files[2]}: {Outcome.REFUSED}" in said


def test_what_is_too_large_is_not_read(letters: Letters, sam: Membership) -> None:
    sender, headers = sent(letters)
    assert take(report(sender, headers) + b" " * LARGEST_REPORT) == Outcome.TOO_LARGE


def test_words_that_cannot_be_shown_are_left_out(letters: Letters, sam: Membership) -> None:
    sender, headers = sent(letters)
    take(report(sender, headers, said="smtp; 550 \x1b[31m\u202eno\u0007 " + "x" * 400))
    why = RefusedAddress.objects.get().why
    assert why.isprintable()
    assert why.startswith("550 ")
    assert len(why) == 200


def test_the_command_reads_a_pipe_or_files(
    letters: Letters,
    sam: Membership,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sender, headers = sent(letters)
    (tmp_path / "1.eml").write_bytes(b"Subject: Hello\n\nNothing came back.")
    (tmp_path / "2.eml").write_bytes(report(sender, headers))
    call_command("bounces", tmp_path / "1.eml", tmp_path / "2.eml")
    said = capsys.readouterr().out
    assert f"1.eml: {Outcome.NO_REPORT}" in said
    assert f"2.eml: {Outcome.REFUSED}" in said
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(report(sender, headers))))
    call_command("bounces")
    assert str(Outcome.KNOWN) in capsys.readouterr().out
    with pytest.raises(CommandError, match="could not be opened: 1"):
        call_command("bounces", tmp_path / "3.eml")


def test_without_its_database_the_command_asks_for_another_try(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def away(_: bytes) -> Any:
        raise OperationalError("away")

    fails: Callable[[bytes], Any] = away
    monkeypatch.setattr("dogclub.management.commands.bounces.take", fails)
    (tmp_path / "1.eml").write_bytes(b"")
    with pytest.raises(CommandError) as stopped:
        call_command("bounces", tmp_path / "1.eml")
    assert stopped.value.returncode == 75  # EX_TEMPFAIL: the mail server tries again
