"""Somebody comes late or goes early: at which tables that is written down, and by which page."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from clubs.models import Night, Player
from games.base.table_game import Verb
from games.entries.match_state import Book
from games.models import Match
from games.registry import room
from leagues.nights.tables import TableNow, table_now, tables_of

LATE, LEAVE = "late", "leave"


@dataclass(frozen=True)
class Door:
    """A table, and the page of its sheet where it is told; no address where the game knows no such thing."""

    table: TableNow
    url: str


def verb_of(book: Book, key: str) -> Verb | None:
    """The room's own page for it, where it makes sense now."""
    found = (verb for verb in room(book.match.game).verbs if verb.key == key)
    return next((verb for verb in found if verb.offered(book)), None)


def open_tables(night: Night) -> list[Book]:
    return [book for book in tables_of(night) if book.match.is_open]


def doors_in(books: Sequence[Book], player: Player) -> list[Door]:
    """The tables a late dog can still sit down at, the smallest first."""
    joining = [book for book in books if verb_of(book, LATE) and not _sits(book, player)]
    joining.sort(key=lambda book: len(book.sheet.around))
    return [Door(table_now(book), _address(book.match, LATE, player=player.pk)) for book in joining]


def doors_out(books: Sequence[Book]) -> dict[int, Door]:
    """By player: where somebody who sits at a table says good night."""
    found = {}
    for book in books:
        table, leaves = table_now(book), verb_of(book, LEAVE)
        for seat in book.seats:
            if seat.position in book.sheet.around:
                url = _address(book.match, LEAVE, seat=seat.position) if leaves else ""
                found[seat.player_id] = Door(table, url)
    return found


def _sits(book: Book, player: Player) -> bool:
    return any(seat.player_id == player.pk and seat.position in book.sheet.around for seat in book.seats)


def _address(match: Match, verb: str, **asked: int) -> str:
    return f"{reverse('verb', args=[match.pk, verb])}?{urlencode(asked)}"
