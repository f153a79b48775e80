"""Who wrote an entry, on which tablet, and when: by their clock, and by ours where the two are apart."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.models import User
from games.models import Confirmation, Entry

APART = timedelta(minutes=1)


@dataclass(frozen=True)
class Moment:
    """`received` only where the server heard of it much later."""

    written: datetime
    received: datetime | None = None


def people_of(entries: Iterable[Entry | Confirmation]) -> Mapping[int, User]:
    """Everybody who wrote these entries of one match and is in its club still; one query."""
    wrote = {entry.recorded_by_id: entry.match_id for entry in entries if entry.recorded_by_id}
    return User.objects.filter(memberships__club__matches__in=set(wrote.values())).in_bulk(list(wrote))


def who(entry: Entry | Confirmation, people: Mapping[int, User]) -> str:
    """“Otto Pym, tablet 2”. Whoever left the club has taken the name along."""
    person = people.get(entry.recorded_by_id or 0)
    gone = "Somebody who has left" if entry.recorded_by_id else ""
    return ", ".join(filter(None, (str(person) if person else gone, entry.device))) or "Somebody"


def when(entry: Entry) -> Moment:
    is_late = abs(entry.received_at - entry.recorded_at) > APART
    return Moment(entry.recorded_at, entry.received_at if is_late else None)
