"""Who wrote an entry, on which tablet, and when: by their clock, and by ours where the two are apart."""

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
    """`received` only where the server heard of it much later."""

    written: datetime
    received: datetime | None = None


def people_of(rows: Iterable[Written]) -> Mapping[int, User]:
    """Everybody who wrote these rows of one match and is in its club still; one query."""
    wrote = {person: row.match_id for row in rows for person in _people_in(row)}
    return User.objects.filter(memberships__club__matches__in=set(wrote.values())).in_bulk(list(wrote))


def _people_in(row: Written) -> list[int]:
    removed = [row.removed_by_id] if isinstance(row, SheetPhoto) else []
    return [person for person in (row.recorded_by_id, *removed) if person]


def who(row: Written, people: Mapping[int, User]) -> str:
    """“Otto Pym, tablet 2”. Whoever left the club has taken the name along."""
    return named(row.recorded_by_id, row.device, people)


def named(writer: int | None, device: str, people: Mapping[int, User]) -> str:
    person = people.get(writer or 0)
    gone = _("Somebody who has left") if writer else ""
    return ", ".join(filter(None, (str(person) if person else gone, device))) or _("Somebody")


def when(entry: Entry) -> Moment:
    is_late = abs(entry.received_at - entry.recorded_at) > APART
    return Moment(entry.recorded_at, entry.received_at if is_late else None)
