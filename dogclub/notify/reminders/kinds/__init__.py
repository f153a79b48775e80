"""All kinds of reminders, by key, and what a kind is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from clubs.models import Club, Membership
from dogclub.models import Reminder
from dogclub.notify.reminders.addresses import Due
from dogclub.notify.reminders.email import Email
from dogclub.notify.reminders.kinds import confirmation, digest, night, report, trophy


def nothing_more(due: Due) -> None:
    """Do nothing: most kinds contain no other reminder."""


@dataclass(frozen=True)
class ReminderKind:
    """A kind of reminder. `clubs` returns the keys of clubs in which it may be due, `due` yields it for members who
    want it, by the club's clock, `email` renders it.

    `claimed` is called in the transaction that marks it as sent.
    """

    clubs: Callable[[datetime], QuerySet[Any]]
    due: Callable[[Club, list[Membership], datetime], Iterator[Due]]
    email: Callable[[Due], Email]
    claimed: Callable[[Due], None] = nothing_more


KINDS: Mapping[str, ReminderKind] = {
    Reminder.Kind.NIGHT: ReminderKind(night.clubs, night.due, night.email),
    Reminder.Kind.CONFIRMATION: ReminderKind(confirmation.clubs, confirmation.due, confirmation.email),
    Reminder.Kind.TROPHY: ReminderKind(trophy.clubs, trophy.due, trophy.email),
    Reminder.Kind.DIGEST: ReminderKind(digest.clubs, digest.due, digest.email, digest.claimed),
    Reminder.Kind.REPORT: ReminderKind(report.clubs, report.due, report.email),
}

__all__ = ["KINDS"]
