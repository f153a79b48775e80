"""What there is to know of a kind of email."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from clubs.models import Club, Membership
from dogclub.reminders.email import Email
from dogclub.reminders.members import Due


def nothing_more(due: Due) -> None:
    """Most say one thing alone."""


@dataclass(frozen=True)
class ReminderKind:
    """`clubs` are the keys of those in which it may be due, `due` whom it is due for by the club's clock.

    `claimed` is called in the transaction that says it was sent.
    """

    clubs: Callable[[datetime], QuerySet[Any]]
    due: Callable[[Club, list[Membership], datetime], Iterator[Due]]
    email: Callable[[Due], Email]
    claimed: Callable[[Due], None] = nothing_more
