"""A mail server for tests that accepts emails, refuses them or disconnects; and members with reminders."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import time_machine
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.account.models import EmailAddress
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club, Membership, Player, User
from dogclub.jobs.run import run
from dogclub.models import EmailSettings, Job
from dogclub.notify.reminders.delivery import enqueue_due

OFF = {"night": False, "confirmation": False, "report": False, "trophy": False, "digest": False}


class Letters:
    """The received emails and their envelope senders.

    `answers` are the server's next responses to a recipient, `to_data` those to the text; otherwise it responds with
    250.
    """

    def __init__(self) -> None:
        self.came: list[EmailMessage] = []
        self.senders: list[str | None] = []
        self.answers: dict[str, str] = {}
        self.to_data: list[str] = []
        self.hangs_up = False

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if answer := self.answers.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.to_data:
            return self.to_data.pop(0)
        assert isinstance(envelope.content, bytes)
        letter: Any = message_from_bytes(envelope.content, policy=policy.default)
        self.came.append(letter)
        self.senders.append(envelope.mail_from)
        if self.hangs_up:
            transport: Any = server.transport
            transport.abort()
        return "250 OK"

    @property
    def subjects(self) -> list[str]:
        return [str(letter["Subject"]) for letter in self.came]


class PostOffice(Controller):
    """A mail server on a free port."""

    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def post_office(settings: Settings) -> Iterator[Letters]:
    """Run the mail server with settings that send to it, and yield the emails it receives."""
    letters = Letters()
    office = PostOffice(letters, hostname="127.0.0.1", port=0)
    office.start()
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", office.port, 5
    settings.MAIL_IS_SENT, settings.BASE_URL = True, "https://club.example"
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    try:
        yield letters
    finally:
        office.stop()


def a_reader(club: Club, name: str, **chosen: bool | int) -> Membership:
    """A member with a player and a confirmed address; kinds of email that are not named are off."""
    user = User.objects.create_user(f"{name.split()[0].lower()}@{club.slug}.example", name=name)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    player = Player.objects.filter(club=club, name=name).first() or Player.objects.create(club=club, name=name)
    row = Membership.objects.create(club=club, user=user, player=player)
    EmailSettings.objects.create(membership=row, **{**OFF, **chosen})
    return row


def look(moment: datetime | None = None) -> int:
    """Enqueue the reminders due at `moment` (now by default), run the worker, and return how many were enqueued."""
    with time_machine.travel(moment or timezone.now(), tick=False):
        asked = enqueue_due()
        work()
    return asked


def work() -> None:
    """Run the queued reminder jobs."""
    for pk in Job.objects.filter(kind="reminder", state=Job.State.QUEUED).values_list("pk", flat=True):
        run(pk)


def later(moment: datetime, minutes: float) -> datetime:
    return moment + timedelta(minutes=minutes)
