"""Drafts of entries, their authors, and the ledger's refusals."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import User
from games.models import Entry


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

    `player` is the primary key of the player who joins with this entry, `recorded_at` the time by the writer's clock.
    """

    kind: str
    number: int
    payload: Mapping[str, Any] | None
    id: uuid.UUID = field(default_factory=uuid.uuid4)
    note: str = ""
    player: int | None = None
    recorded_at: datetime | None = None


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
