"""Drafts of entries, their authors, and the ledger's refusals."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated
from clubs.models import User
from games.entries.match_state import MatchState
from games.models import Confirmation, Entry, SheetPhoto, Substitution


@dataclass(frozen=True)
class Author:
    """Who writes: a user, or a device without one, such as a tablet. With `is_organiser` a corrected final result stays
    final.
    """

    user: User | None
    device: str = ""
    is_organiser: bool = False


@dataclass(frozen=True)
class Draft:
    """An entry that is not stored yet, for line `number` (from 1); without payload it undoes that line.

    `player` is the primary key of the player who joins with this entry, `recorded_at` the time by the writer's clock. A
    forgotten entry `is_inserted` before its line, and every later line moves.
    """

    kind: str
    number: int
    payload: Mapping[str, Any] | None
    id: uuid.UUID = field(default_factory=uuid.uuid4)
    note: str = ""
    player: int | None = None
    recorded_at: datetime | None = None
    is_inserted: bool = False


class Refused(Exception):
    """A refusal by the ledger; `code` is for programs, the text for people."""

    code = "refused"


class Conflict(Refused):
    """The sheet changed since the writer saw it, or the entry's id exists with other content; nothing was written.

    `yours` and `ours` are the versions (or lines) of writer and ledger, `drafts` and `entries` both contents.
    """

    code = "conflict"

    def __init__(
        self, message: str, *, yours: int, ours: int, drafts: Sequence[Draft] = (), entries: Sequence[Entry] = ()
    ) -> None:
        super().__init__(message)
        self.yours, self.ours = yours, ours
        self.drafts, self.entries = tuple(drafts), tuple(entries)


class Gap(Refused):
    """The line number `yours` neither exists nor is the next free one, which is `ours`."""

    code = "gap"

    def __init__(self, *, yours: int, ours: int) -> None:
        super().__init__(
            _("Line {yours} cannot be added yet: the next free line of this sheet is {ours}.").format(
                yours=yours, ours=ours
            )
        )
        self.yours, self.ours = yours, ours


class NotAsked(Refused):
    """A confirmation of a match or by a seat that is not asked for one."""

    code = "not-asked"


class Closed(Refused):
    """The match was abandoned and must be reopened first."""

    code = "closed"

    def __init__(self) -> None:
        super().__init__(_("This match was ended without a result. Reopen it to continue."))


# Drafts of a device that has not seen the latest entries.


def is_untouched(state: MatchState, drafts: Sequence[Draft], seen: int) -> bool:
    """Whether all entries after version `seen` are on lines before these drafts, nothing was undone, and each line that
    was seen there still has an entry of its kind.
    """
    first = min(draft.number for draft in drafts)
    since = [entry for entry in state.history if entry.version > seen]
    kinds = {entry.number: entry.kind for entry in state.live}
    before = {entry.number: entry for entry in state.history if entry.version <= seen and entry.number < first}
    is_as_seen = all(kinds.get(entry.number) == entry.kind for entry in before.values() if entry.payload is not None)
    is_below = all(entry.number < first and entry.payload is not None for entry in since)
    return bool(since) and is_below and is_as_seen and first <= state.next_number


# Who wrote an entry, on which device, and when.


Written: TypeAlias = Entry | Confirmation | SheetPhoto | Substitution

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
    return comma_separated((str(person) if person else gone, device)) or _("Somebody")


def when(entry: Entry) -> Moment:
    """When an entry was written."""
    is_late = abs(entry.received_at - entry.recorded_at) > APART
    return Moment(entry.recorded_at, entry.received_at if is_late else None)
