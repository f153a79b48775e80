"""What the API says about a match and about an entry."""

from typing import Any

from games.book import Book
from games.models import Entry
from scoring.records import sheet_json


def match_json(book: Book) -> dict[str, Any]:
    match = book.match
    return {
        "id": match.pk,
        "game": match.game,
        "rule_version": match.rule_version,
        "table": match.table,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "abandoned_at": match.abandoned_at,
        "version": match.version,
        "next_number": book.next_number,
        "seats": [{"seat": seat.position, "player": seat.player_id, "name": seat.player.label} for seat in book.seats],
        "sheet": sheet_json(book.engine, book.public.sheet, book.names),
    }


def entry_json(book: Book, entry: Entry) -> dict[str, Any]:
    """What an entry says, unless nobody may read it yet: then it is `hidden`, for whoever wrote it as for everybody."""
    hidden = book.hides(entry.kind, entry.payload)
    return {
        "id": entry.pk,
        "number": entry.number,
        "revision": entry.revision,
        "version": entry.version,
        "kind": entry.kind,
        "payload": None if hidden else entry.payload,
        "hidden": hidden,
        "note": "" if hidden else entry.note,
        "player": entry.player_id,
        "recorded_at": entry.recorded_at,
        "received_at": entry.received_at,
    }
