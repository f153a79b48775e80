"""What the ledger is asked to write, and how it refuses."""

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
    """Who holds the pencil: a person, or a tablet that was handed the match. What an organiser corrects stays final."""

    user: User | None
    device: str = ""
    is_organiser: bool = False


@dataclass(frozen=True)
class Draft:
    """An entry on its way in. `number` is the line it is meant for; without payload it undoes that line.

    `player` is the primary key of who sits down with the entry, `recorded_at` the writer's own clock.
    """

    kind: str
    number: int
    payload: Mapping[str, Any] | None
    id: uuid.UUID = field(default_factory=uuid.uuid4)
    note: str = ""
    player: int | None = None
    recorded_at: datetime | None = None


class Refused(Exception):
    """The ledger's own refusals; `code` for programs, the text for people."""

    code = "refused"


class Conflict(Refused):
    """Somebody else wrote meanwhile, or an id stands for something else. Names both sides, changes nothing."""

    code = "conflict"

    def __init__(
        self, message: str, *, yours: int, ours: int, drafts: Sequence[Draft] = (), entries: Sequence[Entry] = ()
    ) -> None:
        super().__init__(message)
        self.yours, self.ours = yours, ours
        self.drafts, self.entries = tuple(drafts), tuple(entries)


class Gap(Refused):
    """A line number that is neither the next nor one that stands already."""

    code = "gap"

    def __init__(self, *, yours: int, ours: int) -> None:
        super().__init__(
            _("Line {yours} cannot be added yet: the next free line of this sheet is {ours}.").format(
                yours=yours, ours=ours
            )
        )
        self.yours, self.ours = yours, ours


class NotAsked(Refused):
    """A confirmation that nobody waits for, or not from this seat."""

    code = "not-asked"


class Closed(Refused):
    """The match was abandoned; it must be reopened first."""

    code = "closed"

    def __init__(self) -> None:
        super().__init__(_("This match was ended without a result. Reopen it to continue."))
