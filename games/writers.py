"""Who wrote an entry, on which tablet, and when: by their clock, and by ours where the two are apart."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Entry
from leagues.models import User

APART = timedelta(minutes=1)


@dataclass(frozen=True)
class Moment:
    """`received` only where the server heard of it much later."""

    written: datetime
    received: datetime | None = None


def people_of(entries: Iterable[Entry]) -> Mapping[int, User]:
    """Everybody who wrote these entries; one query."""
    return User.objects.in_bulk({entry.recorded_by_id for entry in entries if entry.recorded_by_id})


def who(entry: Entry, people: Mapping[int, User]) -> str:
    """“Otto Pym, tablet 2”."""
    person = people.get(entry.recorded_by_id or 0)
    return ", ".join(filter(None, (str(person) if person else "", entry.device))) or "Somebody"


def when(entry: Entry) -> Moment:
    is_late = abs(entry.received_at - entry.recorded_at) > APART
    return Moment(entry.recorded_at, entry.received_at if is_late else None)
