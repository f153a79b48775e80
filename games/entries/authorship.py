"""Who wrote an entry, on which device, and when."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from django.utils.translation import gettext as _

from clubs.models import User
from games.models import Confirmation, Entry, SheetPhoto

Written: TypeAlias = Entry | Confirmation | SheetPhoto

APART = timedelta(minutes=1)


@dataclass(frozen=True)
class Moment:
    """When a row was written by the writer's clock; `received` by the server's where that differs by over a minute."""

    written: datetime
    received: datetime | None = None


def people_of(rows: Iterable[Written]) -> Mapping[int, User]:
    """The users who wrote these rows of one match and are still in its club, by primary key; one query."""
    wrote = {person: row.match_id for row in rows for person in _people_in(row)}
    return User.objects.filter(memberships__club__matches__in=set(wrote.values())).in_bulk(list(wrote))


def _people_in(row: Written) -> list[int]:
    removed = [row.removed_by_id] if isinstance(row, SheetPhoto) else []
    return [person for person in (row.recorded_by_id, *removed) if person]


def who(row: Written, people: Mapping[int, User]) -> str:
    """“Otto Pym, tablet 2”. A user who has left the club is not named."""
    return named(row.recorded_by_id, row.device, people)


def named(writer: int | None, device: str, people: Mapping[int, User]) -> str:
    """“Otto Pym, tablet 2”, by a user's primary key (None for no user) and the name of a device."""
    person = people.get(writer or 0)
    gone = _("Somebody who has left") if writer else ""
    return ", ".join(filter(None, (str(person) if person else gone, device))) or _("Somebody")


def when(entry: Entry) -> Moment:
    """When an entry was written."""
    is_late = abs(entry.received_at - entry.recorded_at) > APART
    return Moment(entry.recorded_at, entry.received_at if is_late else None)
