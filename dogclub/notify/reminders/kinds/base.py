"""The definition of a kind of reminder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from clubs.models import Club, Membership
from dogclub.notify.reminders.email import Email
from dogclub.notify.reminders.members import Due


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
