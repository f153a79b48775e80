"""What is posted to the ledger's door, read as strictly as a record."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import asdict

from games.drafts import Draft
from scoring import strict

LARGEST = 2**31 - 1  # what a row can hold
Count = Annotated[int, Meta(ge=0, le=LARGEST)]


class DraftIn(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry on its way in. Without a payload it takes the line back; `player` sits down with the entry."""

    id: Annotated[UUID, Meta(description="Made by you, the same for every retry")]
    number: Annotated[int, Meta(ge=1, le=LARGEST, description="The line of the sheet, from 1")]
    kind: Annotated[str, Meta(max_length=30)]
    payload: dict[str, Any] | None = None
    note: Annotated[str, Meta(max_length=300)] = ""
    player: Count | None = None
    recorded_at: Annotated[datetime, Meta(tz=True)] | None = None


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """Drafts that stand or fall together, and the version of the match they were made against."""

    version: Count
    drafts: Annotated[list[DraftIn], Meta(min_length=1, max_length=200)]


def read_message(body: bytes) -> tuple[int, list[Draft]]:
    """Raises Malformed."""
    message = strict.shape(strict.read(body), Message)
    return message.version, [Draft(**asdict(each)) for each in message.drafts]
