"""Photos in the history of a match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import User
from games.entries.authorship import named
from games.models import Confirmation, Entry, Match, SheetPhoto


@dataclass(frozen=True)
class PhotoEvent:
    """A photo was added or removed."""

    photo: SheetPhoto
    at: datetime
    is_removal: bool


def photo_events(match: Match) -> list[PhotoEvent]:
    """The events of a match, newest first, without the images; one query."""
    rows = list(SheetPhoto.objects.filter(match=match))
    put = [PhotoEvent(row, row.recorded_at, is_removal=False) for row in rows]
    removed = [PhotoEvent(row, row.removed_at, is_removal=True) for row in rows if row.removed_at]
    return sorted([*put, *removed], key=lambda event: event.at, reverse=True)


def with_photos(
    rows: Iterable[Entry | Confirmation], events: Sequence[PhotoEvent]
) -> list[Entry | Confirmation | PhotoEvent]:
    """The rows of a history, newest first, with each event inserted by time."""
    waiting, merged = list(events), list[Entry | Confirmation | PhotoEvent]()
    for row in rows:
        heard = row.received_at if isinstance(row, Entry) else row.recorded_at
        while waiting and waiting[0].at >= heard:
            merged.append(waiting.pop(0))
        merged.append(row)
    return [*merged, *waiting]


def photo_line(event: PhotoEvent, people: Mapping[int, User]) -> dict[str, Any]:
    """The context of a line in the history; nobody is named if the photo was removed because a name was erased."""
    row = event.photo
    if not event.is_removal:
        who, words = named(row.recorded_by_id, row.device, people), _("Photo of the sheet added.")
    elif row.removed_by_id or row.removed_device:
        who, words = named(row.removed_by_id, row.removed_device, people), _("Photo of the sheet removed.")
    else:
        who, words = "", _("Photo of the sheet removed, with the name of somebody who sat there.")
    is_there = not event.is_removal and row.removed_at is None
    return {"photo": row, "at": event.at, "who": who, "words": words, "is_there": is_there}
